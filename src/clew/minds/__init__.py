"""Who answers tasks without a language model: sets of rules, found by name (`clew.plugins.MINDS`)."""
