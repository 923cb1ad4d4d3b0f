"""What happens without a press once its time has come."""
