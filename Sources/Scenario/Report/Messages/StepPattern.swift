/// A phrase as a regular expression that programs of any language can read: what Cucumber's reports show of a step
/// definition, and where the parameters of a step stand in its text.
final class StepPattern {
    /// A parameter's value in a step.
    struct Argument: Hashable {
        var kind: ParameterKind
        /// Counted in UTF-16 code units, as the readers of Cucumber Messages count.
        var start: Int
        var value: String
    }

    /// Longer steps are not taken apart: nobody highlights parameters in them.
    static let bytesMax = 2_000

    /// Anchored at both ends.
    let source: String
    private let kinds: [ParameterKind]
    /// Read when it is first needed: a run says few of the phrases.
    private lazy var regex = try? Regex(source).matchingSemantics(.unicodeScalar)

    init(_ phrase: Phrase) {
        var writer = Writer()
        source = "^\\s*\(writer.sequence(phrase.nodes, isFirst: true))\\s*$"
        kinds = writer.kinds
    }

    /// The parameters of a step that says the phrase; empty where they cannot be told.
    func arguments(in text: String) -> [Argument] {
        guard text.utf8.count <= Self.bytesMax, let regex, let match = text.wholeMatch(of: regex) else { return [] }
        return zip(kinds, match.output.dropFirst()).compactMap { kind, group in
            guard let range = group.range else { return nil }
            return Argument(
                kind: kind, start: text.utf16.distance(from: text.startIndex, to: range.lowerBound),
                value: String(text[range]))
        }
    }

    private struct Writer {
        var kinds: [ParameterKind] = []

        /// - Parameter isFirst: Whether nothing stands before it, so that no space does.
        mutating func sequence(_ nodes: [Phrase.Node], isFirst: Bool) -> String {
            var result = ""
            var isFirst = isFirst
            for node in nodes {
                switch node {
                case .word(let word): result += space(before: word, isFirst) + Self.pattern(of: word)
                case .quoted(let text): result += (isFirst ? "" : "\\s+") + Self.escaped("\"\(text)\"")
                case .parameter(let kind, _):
                    kinds.append(kind)
                    result += (isFirst ? "" : "\\s+") + Self.pattern(of: kind)
                case .choice(let alternatives, _, let isOptional):
                    let texts = alternatives.map { sequence($0, isFirst: isFirst) }
                    guard isFirst, isOptional else {
                        result += "(?:\(texts.joined(separator: "|")))" + (isOptional ? "?" : "")
                        break
                    }
                    // What follows may be the first itself.
                    result += "(?:(?:\(texts.joined(separator: "|"))) +)?"
                    continue
                }
                isFirst = false
            }
            return result
        }

        /// A possessive and the colon behind a quote stand beside what they belong to.
        private func space(before word: String, _ isFirst: Bool) -> String {
            if isFirst || word == "'s" { return "" }
            return word == ":" ? "\\s*" : "\\s+"
        }

        private static func pattern(of word: String) -> String { word == "'s" ? "['’]s" : escaped(word) }

        private static func pattern(of kind: ParameterKind) -> String {
            switch kind {
            case .person: "(\(name))"
            case .persons: "(\(name)(?:(?:,\\s*and\\s+|,\\s*|\\s+and\\s+)\(name))*)"
            case .app, .conversation, .text, .url: "\"((?:[^\"\\\\]|\\\\[\\s\\S])*)\""
            case .duration: "(\(time)(?:(?:,\\s*|\\s+)(?:and\\s+)?\(time))*)"
            case .count: "(\(number))"
            }
        }

        private static let name = "[^\\s\",:'’a-z][^\\s\",:]*?"
        private static let number = "[0-9]{1,9}|" + ParameterReader.numberWords.joined(separator: "|")
        private static let time =
            "(?:an?|\(number))\\s+(?:weeks?|days?|hours?|minutes?|seconds?|milliseconds?)"

        private static func escaped(_ text: String) -> String {
            var result = ""
            for scalar in text.unicodeScalars {
                if "\\^$.|?*+()[]{}/".unicodeScalars.contains(scalar) { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
            return result
        }
    }
}
