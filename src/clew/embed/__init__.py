"""Text to vectors: unit float32 rows, with the offline default bundled."""
