"""Multi-Agent Crafter: an open world of resources, tools and a diamond, for any number of agents."""
