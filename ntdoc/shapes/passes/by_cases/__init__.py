"""Cases, conditions and implications that statements stand under."""
