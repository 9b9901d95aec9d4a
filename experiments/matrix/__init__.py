"""PersonalAI's grid: every dataset, model, algorithm and restriction; its tables 4 to 8."""
