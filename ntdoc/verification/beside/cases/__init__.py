"""Claims of a case of which words tell, before them, behind them or by *otherwise*, and that no formula says."""
