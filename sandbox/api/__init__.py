"""How a bot talks to this Discord: REST, gateway and interactions, checked as Discord checks them."""
