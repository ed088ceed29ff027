import ChatConnection
import ChatProtocol

/// What the answer to a fence says of several servers.
enum FenceAnswer {
    /// Takes what a stream brought; what is no such answer is nothing.
    ///
    /// - Throws: ``StepFailure`` where a server did not answer the fence: then nothing is certain.
    static func check(_ message: [UInt8]) throws(StepFailure) {
        if case .result(_, let result) = ServerMessage.read(message) { try check(result) }
    }

    /// The same for an answer alone.
    static func check(_ result: JSONValue) throws(StepFailure) {
        let missing = (result["missing"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard !missing.isEmpty else { return }
        throw StepFailure(
            "the fence certifies nothing", expected: "every server answers it",
            actual: "no answer from \(missing.joined(separator: ", "))")
    }
}
