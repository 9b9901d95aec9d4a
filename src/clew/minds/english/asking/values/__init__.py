"""Which of the values that facts give tell somebody who asks anything."""
