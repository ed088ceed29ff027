import ChatTestKit

@testable import ChatScenario

/// The built `chat-client connect` beside one person of a scenario, as the same person on another device.
protocol ClientBeside: AnyObject {
    /// Where it was other than what the scenario says of the person, in words.
    var differences: [String] { get }
    /// How many times it was compared.
    var comparisons: Int { get }

    /// How many of these steps, from the first, say of the person the same as such a client shows.
    static func comparable(_ steps: [OracleStep], with name: String) -> Int

    /// Starts it, and waits until it is there.
    ///
    /// - Parameter patience: how many seconds it may take to become the same as the scenario's.
    init(_ name: String, at server: LocalServer, patience: Int) throws

    /// Waits until it is as what the scenario says of the person, and notes where it does not come to be so. Once it is
    /// another nothing more is compared.
    func compare(with person: CastPerson, after step: String)

    /// Compares what only keys lead to, when the story is over.
    func compareAtTheEnd(with person: CastPerson)

    /// Ends it.
    ///
    /// - Returns: its exit status; nil if it does not end.
    func end() -> Int32?
}

extension ClientBeside {
    /// The words that connect as that person.
    static func words(_ name: String, at server: LocalServer) -> [String] {
        ["connect", "\(server.endpoint)", "--as", name.lowercased(), "--name", name, "--device", "beside"]
    }
}

/// A step, as far as it decides with whom a client can be compared.
struct OracleStep {
    var text: String
    /// The persons in it; the first is the one who does it.
    var names: [String]
    /// Whether it only looks.
    var isCheck: Bool
}
