import ChatTestKit

@testable import ChatScenario

/// The built `chat-client connect` as a second device of one person of a scenario.
protocol ClientBeside: AnyObject {
    /// The differences between the client and the person of the scenario, in words.
    var differences: [String] { get }
    /// The number of comparisons.
    var comparisons: Int { get }

    /// Returns the number of steps, from the first, after which the person and such a client must show the same.
    static func comparable(_ steps: [OracleStep], with name: String) -> Int

    /// Starts the client, and waits until it is connected.
    ///
    /// - Parameter patience: The time in seconds within which the client must show the same as the person of the
    ///   scenario.
    init(_ name: String, at server: LocalServer, patience: Int) throws

    /// Waits until the client shows the same as the person of the scenario, and stores the differences after the
    /// deadline. After the first difference nothing more is compared.
    func compare(with person: CastPerson, after step: String)

    /// Compares the parts that only keys reach, after the end of the story.
    func compareAtTheEnd(with person: CastPerson)

    /// Ends the client.
    ///
    /// - Returns: The exit status; nil if the client does not end.
    func end() -> Int32?
}

extension ClientBeside {
    /// Returns the arguments that connect as that person.
    static func words(_ name: String, at server: LocalServer) -> [String] {
        ["connect", "\(server.endpoint)", "--as", name.lowercased(), "--name", name, "--device", "beside"]
    }
}

/// A step of a scenario, with the facts that decide whether a client can be compared after it.
struct OracleStep {
    var text: String
    /// The people in the step; the first is the one who acts.
    var names: [String]
    /// True if the step is a check, without an action.
    var isCheck: Bool
}
