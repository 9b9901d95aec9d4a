GOLDEN = "clew/ScienceWorld-v0, golden, "
