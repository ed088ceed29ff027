/// Servers of one log, of which any will do, as a person writes them: `127.0.0.1:7400`, or several with commas between
/// them. They are tried in that order, and after the last the first again.
public struct ServerEndpoints: Hashable, Sendable, CustomStringConvertible {
    private let first: ServerEndpoint
    private let others: [ServerEndpoint]

    /// One server.
    public init(_ endpoint: ServerEndpoint) { (first, others) = (endpoint, []) }

    /// Reads `HOST:PORT` or `HOST,HOST:PORT` and so on.
    public init(_ text: String) throws(ServerEndpoint.Problem) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        first = try ServerEndpoint(String(parts.first ?? ""))
        var others: [ServerEndpoint] = []
        for part in parts.dropFirst() { others.append(try ServerEndpoint(String(part))) }
        self.others = others
    }

    /// All of them, in order.
    public var all: [ServerEndpoint] { [first] + others }

    /// How many they are: one at least.
    package var count: Int { 1 + others.count }

    /// The one that is tried after so many others.
    package subscript(attempt: Int) -> ServerEndpoint {
        let index = attempt % count
        return index == 0 ? first : others[index - 1]
    }

    /// As they are written.
    public var description: String { all.map(\.description).joined(separator: ",") }
}
