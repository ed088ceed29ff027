// The Swift module of the same name replaces this one wherever it is imported.
