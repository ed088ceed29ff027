import ChatSystem
import ChatTestKit

/// The entry of `chat-simulator`: everything is in the library.
@main
struct ChatSimulatorMain {
    static func main() {
        Syscalls.exit(SimulationCommand.run(Array(CommandLine.arguments.dropFirst())))
    }
}
