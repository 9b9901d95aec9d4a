"""Multi-Agent Crafter: resources, tools and one diamond, for any number of agents."""
