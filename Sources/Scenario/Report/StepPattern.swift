import ChatScreens

/// A phrase as a regular expression in a form that most languages accept. Cucumber Messages contain it for each step
/// definition, and use it to find the parameters in the text of a step.
final class StepPattern {
    /// The value of a parameter in a step.
    struct Argument: Hashable {
        var kind: ParameterKind
        /// The position, counted in UTF-16 code units as readers of Cucumber Messages do.
        var start: Int
        var value: String
    }

    /// The longest step in bytes whose parameters are searched. Reports do not highlight parameters in longer steps.
    static let bytesMax = 2_000

    /// The regular expression, anchored at both ends.
    let source: String
    private let kinds: [ParameterKind]
    /// Compiled at the first use, because a run uses only few of the phrases.
    private lazy var regex = try? Regex(source).matchingSemantics(.unicodeScalar)

    init(_ phrase: Phrase) {
        var writer = Writer()
        source = "^\\s*\(writer.sequence(phrase.nodes, isFirst: true))\\s*$"
        kinds = writer.kinds
    }

    /// Returns the parameters of a step that matches the phrase; empty if they cannot be found.
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

        /// - Parameter isFirst: True if nothing precedes the sequence, so that no space precedes it either.
        mutating func sequence(_ nodes: [Phrase.Node], isFirst: Bool) -> String {
            var result = ""
            var isFirst = isFirst
            for node in nodes {
                switch node {
                case .piece(.word(let word)): result += space(before: word, isFirst) + Self.pattern(of: word)
                case .piece(let quoted):
                    result += (isFirst ? "" : "\\s+") + Self.escaped(StepGrammar.text(of: quoted, isAlone: false))
                case .parameter(let kind, _):
                    kinds.append(kind)
                    result += (isFirst ? "" : "\\s+") + Self.pattern(of: kind)
                case .choice(let alternatives, _, let isOptional):
                    let texts = alternatives.map { sequence($0, isFirst: isFirst) }
                    guard isFirst, isOptional else {
                        result += "(?:\(texts.joined(separator: "|")))" + (isOptional ? "?" : "")
                        break
                    }
                    // The next node may be the first one in the text.
                    result += "(?:(?:\(texts.joined(separator: "|"))) +)?"
                    continue
                }
                isFirst = false
            }
            return result
        }

        /// A possessive and a colon after a quotation need no space before them.
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
