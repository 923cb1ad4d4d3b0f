"""From the state of play to what people see: the Discord side."""
