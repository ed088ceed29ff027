import ChatProtocol

/// A person who can be mentioned, with the names that a message can use.
struct MentionCandidate: Sendable, Equatable {
    var handle: Handle
    /// The names that can follow an `@`: the handle, the display name, a first name.
    var names: [String]
}

/// Finds the people who are mentioned by `@name` in a text.
///
/// The `@` is at the beginning or follows a character that is not part of a word; `mail@anna` mentions no person. Names
/// are compared without regard to case, and the longest matching name wins. The name must end at the end of a word:
/// `@annabel` does not mention Anna. If two people have the same name, the first of them is mentioned.
struct MentionDetector: Sendable {
    /// The largest number of mentions in one message; later ones are plain text.
    static let mentionsMax = 100

    /// The names as a trie, so that the cost of a text does not depend on the number of similar names.
    private struct Node: Sendable {
        var next: [Unicode.Scalar: Int] = [:]
        var handle: Handle?
    }

    private var nodes = [Node()]

    /// Creates a detector for these people. Callers reuse it while the people and names stay the same.
    init(_ candidates: [MentionCandidate]) {
        for candidate in candidates {
            for name in candidate.names where !name.isEmpty { add(name, candidate.handle) }
        }
    }

    /// Returns the mentions in a text, in order and without overlaps; the first ``mentionsMax`` of them. Ranges are in
    /// UTF-16 code units and include the `@`.
    ///
    /// - Parameter links: the ranges of the links. An `@` inside a link mentions no person.
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

    /// Returns true if a name can end before this index. An `@` continues the name: `@anna@example.com` is a different
    /// handle.
    private static func endsWord(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        index == scalars.count || !(isWord(scalars[index]) || scalars[index] == "@")
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) || scalar == "_" }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil || properties.isDiacritic
    }
}
