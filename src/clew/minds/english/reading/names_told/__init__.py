"""Other names that a text tells, by a small grammar of how names are told."""
