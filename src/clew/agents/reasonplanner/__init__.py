"""ReasonPlanner's agent: it imagines what will happen, acts, compares, replans."""
