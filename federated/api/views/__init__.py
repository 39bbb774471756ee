"""Views: fetch in scope, authorise, one service, respond."""
