import ChatConnection
import ChatLog
import ChatScenario
import ChatSystem
import ChatTestKit

/// `chat-simulator record`: writes what the server puts on every stream and into the log, so that two versions of the
/// program can be compared byte for byte. `script/same` runs it.
enum RecordStreamsCommand {
    /// Records scenarios and simulated lives.
    ///
    /// - Parameter words: the folder for the recording, which must exist, and the paths of scenarios.
    /// - Returns: the exit status.
    static func run(_ words: [String]) -> Int32 {
        guard let folder = words.first, words.count > 1 else {
            StandardStream.error.write("usage: chat-simulator record FOLDER PATH...\n")
            return 2
        }
        var count = 0
        let environment = PlayEnvironment(output: { _ in }, complaints: { StandardStream.error.write($0) })
        let screens = "html:\(folder)/screens.html"
        let status = PlayCommand.run(
            Array(words.dropFirst()) + ["--report", "summary", "--report", screens],
            stage: { _ in
                count += 1
                return RecordingStage(try EmbeddedServer(), file: "\(folder)/\(count).txt")
            }, environment: environment)
        guard status == PlayCommand.passed else { return status }
        var seeds = ""
        for seed: UInt64 in 1...500 {
            let simulation = Simulation(History(seed: seed, steps: 150, nodes: 1, worlds: 1))
            if let failure = simulation.run() { seeds += "\(seed) failed \(failure)\n" }
            seeds += "\(seed) \(String(simulation.fingerprint, radix: 16))\n"
        }
        return write(seeds, to: "\(folder)/seeds.txt")
    }

    static func write(_ text: String, to path: String) -> Int32 {
        do throws(FileProblem) {
            try FileSystem.create(path, with: Array(text.utf8))
            return 0
        } catch {
            StandardStream.error.write("chat-simulator: \(error)\n")
            return 1
        }
    }
}

/// A server whose streams and log are written into a file when the scenario is over.
private final class RecordingStage: Stage {
    private let server: EmbeddedServer
    private let file: String
    private let text = Text()
    private var streams = 0

    final class Text { var lines = "" }

    init(_ server: EmbeddedServer, file: String) { (self.server, self.file) = (server, file) }

    var world: String { server.world }
    var canStepClock: Bool { server.canStepClock }

    func connect() throws(TransportError) -> any ClientTransport {
        streams += 1
        return RecordedStream(try server.connect(), number: streams, text: text)
    }

    func restart() throws(TransportError) { try server.restart() }

    func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try server.stepClock(byMilliseconds: milliseconds)
    }

    func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try server.passTime(byMilliseconds: milliseconds)
    }

    func close() {
        for record in server.storedRecords() {
            text.lines += "record \(record.position) \(record.at) \(String(decoding: record.body, as: UTF8.self))\n"
        }
        server.close()
        _ = RecordStreamsCommand.write(text.lines, to: file)
    }
}

private final class RecordedStream: ClientTransport {
    private let inner: any ClientTransport
    private let number: Int
    private let text: RecordingStage.Text

    init(_ inner: any ClientTransport, number: Int, text: RecordingStage.Text) {
        (self.inner, self.number, self.text) = (inner, number, text)
    }

    private func note(_ message: [UInt8], _ direction: String) {
        text.lines += "\(number) \(direction) \(String(decoding: message, as: UTF8.self))\n"
    }

    func send(_ message: [UInt8]) throws(TransportError) {
        note(message, ">")
        try inner.send(message)
    }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let message = try inner.receive(waitingMilliseconds: milliseconds)
        if let message { note(message, "<") }
        return message
    }

    func close() { inner.close() }
    func leave() { inner.leave() }
}
