"""English dates as our pages write them: 2 Mar 2026, 13:00."""
