import ChatServer
import ChatSystem

/// The entry of `chat-server`: everything is in the library.
@main
struct ChatServerMain {
    static func main() {
        Syscalls.exit(
            ServerCommand.run(Array(CommandLine.arguments.dropFirst()), environment: Syscalls.environment))
    }
}
