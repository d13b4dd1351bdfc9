"""Derivatives, from plan to plan (Section 5 and Appendix B of the paper)."""
