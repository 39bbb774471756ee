"""Secure aggregation: the coordinator learns the sum of the sites' vectors and nothing else.

The protocol of Bonawitz et al. (2017), "Practical Secure Aggregation for Privacy-Preserving Machine
Learning", doi:10.1145/3133956.3133982, with its defence against a coordinator that lies: advertised
keys are signed with the nodes' registered keys, and nothing is unmasked before a quorum has signed
one list of survivors. Masks come from ChaCha20, seeds are shared by Shamir's scheme.
"""

from federated.privacy.secure_sum.coordinator import CoordinatorSession
from federated.privacy.secure_sum.messages import Advertisement, Cohort, MaskedVector, Unmasking
from federated.privacy.secure_sum.node import NodeSession
from federated.privacy.secure_sum.ring import Ring
from federated.privacy.secure_sum.signing import IdentityKey, SecureSumError

__all__ = [
    "Advertisement",
    "Cohort",
    "CoordinatorSession",
    "IdentityKey",
    "MaskedVector",
    "NodeSession",
    "Ring",
    "SecureSumError",
    "Unmasking",
]
