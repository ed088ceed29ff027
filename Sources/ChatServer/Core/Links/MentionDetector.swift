import ChatProtocol

/// Somebody who may be mentioned, and the names by which a message may call them.
struct MentionCandidate: Sendable, Equatable {
    /// Who it is.
    var handle: Handle
    /// The names that stand for them after an `@`: the handle, the display name, a first name.
    var names: [String]
}

/// Finds the people who are called by `@name` in a text.
///
/// The `@` stands at the beginning or after something that is no part of a word (`mail@anna` calls nobody), the name
/// is compared without regard to case, the longest name that fits wins, and it must end where a word ends: `@annabel`
/// does not call Anna. Where two people have the same name, the first of them is called.
struct MentionDetector: Sendable {
    /// The most mentions of one message; later ones are plain text.
    static let mentionsMax = 100

    /// The names as a trie, so that a text costs the same however many people have long names alike.
    private struct Node: Sendable {
        var next: [Unicode.Scalar: Int] = [:]
        var handle: Handle?
    }

    private var nodes = [Node()]

    /// A detector for these people; to be kept as long as they are the same.
    init(_ candidates: [MentionCandidate]) {
        for candidate in candidates {
            for name in candidate.names where !name.isEmpty { add(name, candidate.handle) }
        }
    }

    /// The mentions in a text, in order, not overlapping; the first ``mentionsMax`` of them. Ranges are in UTF-16 code
    /// units and have the `@` in them.
    /// - Parameter links: Where links stand: an `@` inside one calls nobody.
    func mentions(in text: String, outside links: [TextRange] = []) -> [MessageMention] {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        let scalars = Array(text.unicodeScalars)
        var mentions: [MessageMention] = []
        var links = links[...]
        var index = 0
        var offset = 0
        while index < scalars.count, mentions.count < Self.mentionsMax {
            while let link = links.first, link.location + link.length <= offset { links.removeFirst() }
            let isInLink = links.first.map { $0.location <= offset } ?? false
            let isAfterWord = index > 0 && Self.isWord(scalars[index - 1])
            var end = index + 1
            if scalars[index] == "@", !isInLink, !isAfterWord, let match = longestName(in: scalars, at: index + 1) {
                end = match.end
                let length = scalars[index..<end].reduce(0) { $0 + UTF16.width($1) }
                mentions.append(
                    MessageMention(handle: match.handle, range: TextRange(location: offset, length: length)))
            }
            for scalar in scalars[index..<end] { offset += UTF16.width(scalar) }
            index = end
        }
        return mentions
    }

    private mutating func add(_ name: String, _ handle: Handle) {
        var node = 0
        for scalar in name.unicodeScalars.flatMap(\.properties.lowercaseMapping.unicodeScalars) {
            if let next = nodes[node].next[scalar] {
                node = next
            } else {
                nodes[node].next[scalar] = nodes.count
                node = nodes.count
                nodes.append(Node())
            }
        }
        if nodes[node].handle == nil { nodes[node].handle = handle }
    }

    private func longestName(in scalars: [Unicode.Scalar], at start: Int) -> (handle: Handle, end: Int)? {
        var node = 0
        var longest: (handle: Handle, end: Int)?
        var index = start
        while index < scalars.count {
            for scalar in scalars[index].properties.lowercaseMapping.unicodeScalars {
                guard let next = nodes[node].next[scalar] else { return longest }
                node = next
            }
            index += 1
            if let handle = nodes[node].handle, Self.endsWord(scalars, at: index) { longest = (handle, index) }
        }
        return longest
    }

    /// Whether a name may end before this place. An `@` goes on: `@anna@example.com` is somebody else.
    private static func endsWord(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        index == scalars.count || !(isWord(scalars[index]) || scalars[index] == "@")
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) || scalar == "_" }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil || properties.isDiacritic
    }
}
