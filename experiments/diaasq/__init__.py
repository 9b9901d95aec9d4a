"""DiaASQ in time: dated dialogues in which people change their minds, and exact questions on them.

Made from the MIT-licensed DiaASQ without a model: see `world` (what is said when), `questions`
(what is asked and what is right), `memories` (two graphs of it) and `grading` (who answers how).

DiaASQ: Li et al., arXiv:2211.05705. The ten question types are PersonalAI's (section 4).
"""

from experiments.diaasq.files import make

__all__ = ["make"]
