"""Tokens on the command line, and what `mcp` and `serve` refuse before they serve."""

from clew.server.tokens import Tokens


def test_a_token_is_made_listed_rotated_and_revoked(told, tmp_path):
    made = told("token", "add", "app", "--scope", "read", "--allow", "team-*", "--json").json
    tokens = Tokens.beside(tmp_path / "memory.clew")
    assert [one.name for one in tokens.holders()] == ["app"]
    assert tokens.find(made["token"]) is not None
    assert told("token", "list").out == "app: read in team-*\n"
    assert made["token"] not in told("token", "list", "--json").out
    new = told("token", "rotate", "app").out.strip()
    assert tokens.find(made["token"]) is None
    assert tokens.find(new) is not None
    assert told("token", "revoke", "app").code == 0
    assert told("token", "list").out == ""


def test_what_is_no_token_or_profile_is_refused(told):
    assert told("token", "add").code == 2
    assert told("token", "revoke", "nobody").code == 1
    assert "did you mean 'write'" in told("token", "add", "x", "--scope", "wriet").err
    assert "did you mean 'read-only'" in told("mcp", "--profile", "readonly").err
    assert "clew token add" in told("serve", "--host", "0.0.0.0").err
