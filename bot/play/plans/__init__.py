"""A turn that is planned in private: the plan, how it can go on, and its commit."""
