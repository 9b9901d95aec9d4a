"""Interactive fiction: parser games in story files, run by Jericho."""
