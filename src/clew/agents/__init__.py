"""Who acts: the loop of agent and environment, the agents and the memories they are given."""
