"""What is claimed: links of chains, laws about all tensors, claims about members and examples, and other readings."""
