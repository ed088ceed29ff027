// The entry point of the program in a terminal. A project for a device leaves this file out.
import AppHost
