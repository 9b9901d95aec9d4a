"""ScienceWorld as a Gymnasium environment. Needs the extra scienceworld, and Java."""
