/// By what other servers of the same worlds decide, as they said it, and which settings are not this server's.
struct SettingsElsewhere {
    private struct Node {
        var settings: [String]
        var different: [String] = []
        /// How often in a row it was so.
        var looks = 0
    }

    /// It is said at the second look: a configuration or a file of tokens comes to one server before it comes to another.
    private static let saidAtLook = 2

    private var nodes: [String: Node] = [:]

    /// A server said by what it decides.
    mutating func note(_ settings: [String], of node: String) {
        nodes[node, default: Node(settings: [])].settings = settings
    }

    /// Compares them.
    ///
    /// - Parameter others: which of the servers are there still.
    /// - Returns: each server of which it is to be said now that it decides otherwise, with the names of the settings.
    mutating func look(from settings: [String], at others: Set<String>) -> [(node: String, settings: [String])] {
        nodes = nodes.filter { others.contains($0.key) }
        return nodes.keys.sorted().compactMap { name in
            guard var node = nodes[name] else { return nil }
            let lines = Set(settings).symmetricDifference(node.settings)
            let different = Set(lines.map { String($0.prefix { $0 != "=" }) }).sorted()
            node.looks = different == node.different ? node.looks + 1 : 1
            node.different = different
            nodes[name] = node
            return node.looks == Self.saidAtLook && !different.isEmpty ? (name, different) : nil
        }
    }
}
