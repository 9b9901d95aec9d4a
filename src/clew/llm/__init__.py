"""Who thinks: typed tasks and the models that answer them."""
