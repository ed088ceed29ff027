import ChatServer

/// The entry of `chat-server`: everything is in the library.
@main
struct ChatServerMain {
    static func main() {
        ProcessExit.end(
            ServerCommand.run(Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.variables))
    }
}
