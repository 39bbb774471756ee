"""The outbound ledger: what left a site, in a chain that shows any later change."""

from federated.ledger.chain import GENESIS, Broken, Departure, check_chain, digest_of

__all__ = ["GENESIS", "Broken", "Departure", "check_chain", "digest_of"]
