"""ScienceWorld's tasks, as in ReasonPlanner."""
