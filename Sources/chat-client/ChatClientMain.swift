import ChatClient
import ChatServer
import ChatTestKit

/// The entry of `chat-client`: everything is in the library.
@main
struct ChatClientMain {
    static func main() {
        let house = ClientCommand.House(
            embedded: { try EmbeddedServer(seed: $0) }, local: { try LocalServer() },
            rank: { RankVerdict(ofFixture: $0) })
        ProcessExit.end(
            ClientCommand.run(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.variables, house: house))
    }
}
