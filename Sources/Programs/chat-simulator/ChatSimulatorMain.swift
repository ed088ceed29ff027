import ChatSystem
import ChatTestKit

/// The entry of `chat-simulator`: everything is in the library.
@main
struct ChatSimulatorMain {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "record" { CurrentProcess.exit(RecordStreamsCommand.run(Array(words.dropFirst()))) }
        CurrentProcess.exit(SimulationCommand.run(words))
    }
}
