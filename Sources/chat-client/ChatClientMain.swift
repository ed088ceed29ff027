import ChatClient
import ChatServer
import ChatSystem
import ChatTestKit

/// The entry of `chat-client`: everything is in the library.
@main
struct ChatClientMain {
    static func main() {
        let dependencies = ClientCommand.Dependencies(
            embedded: { try EmbeddedServer(seed: $0) }, local: { try LocalServer(seed: $0) },
            rank: { RankVerdict(ofFixture: $0) })
        Syscalls.exit(
            ClientCommand.run(
                Array(CommandLine.arguments.dropFirst()), environment: Syscalls.environment, dependencies: dependencies)
        )
    }
}
