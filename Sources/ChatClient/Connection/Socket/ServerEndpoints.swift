/// The servers of one log, each of which can be used, as a person writes them: `127.0.0.1:7400`, or several with commas
/// between them. They are tried in that order, and again from the first after the last.
public struct ServerEndpoints: Hashable, Sendable, CustomStringConvertible {
    private let first: ServerEndpoint
    private let others: [ServerEndpoint]

    /// Creates a list of one server.
    public init(_ endpoint: ServerEndpoint) { (first, others) = (endpoint, []) }

    /// Reads one endpoint, or several with commas between them, such as `HOST:PORT,HOST:PORT`.
    ///
    /// - Throws: ``ServerEndpoint/Problem`` if a part is not an endpoint.
    public init(_ text: String) throws(ServerEndpoint.Problem) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        first = try ServerEndpoint(String(parts.first ?? ""))
        var others: [ServerEndpoint] = []
        for part in parts.dropFirst() { others.append(try ServerEndpoint(String(part))) }
        self.others = others
    }

    /// The endpoints, in order.
    public var all: [ServerEndpoint] { [first] + others }

    /// The number of servers, at least 1.
    package var count: Int { 1 + others.count }

    /// Returns the server of an attempt, counted from 0; after the last server, the first follows again.
    package subscript(attempt: Int) -> ServerEndpoint {
        let index = attempt % count
        return index == 0 ? first : others[index - 1]
    }

    /// The endpoints with commas between them.
    public var description: String { all.map(\.description).joined(separator: ",") }
}
