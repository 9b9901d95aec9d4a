"""Environments with Gymnasium's API, made from a seed or a game file."""
