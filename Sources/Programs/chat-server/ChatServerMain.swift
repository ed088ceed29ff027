import ChatServer
import ChatSystem

/// The entry point of `chat-server`. All other code is in the library.
@main
struct ChatServerMain {
    static func main() {
        CurrentProcess.exit(
            ServerCommand.run(Array(CommandLine.arguments.dropFirst()), environment: CurrentProcess.environment))
    }
}
