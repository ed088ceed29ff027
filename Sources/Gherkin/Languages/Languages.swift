/// The codes of the languages that feature files may be written in: `en` first, then in order.
public var languages: [String] { Dialect.codes }

/// Whether there is a language of that code.
public func isLanguage(_ code: String) -> Bool { Dialect(code: code) != nil }

/// What the bytes of a file that does not parse were meant to be.
package enum Intent: Hashable, Sendable {
    /// A feature file with something wrong in it.
    case feature
    /// A feature file in one of these languages, none of which it names.
    case unnamedLanguage([String])
    /// No line begins a feature in any language.
    case none
}

/// Looks for a line that begins a feature in English, or in a language that the file names, or in any.
/// - Complexity: O(n) in the number of bytes.
package func intent(of bytes: [UInt8]) -> Intent {
    guard let text = try? Source.text(of: bytes) else { return .feature }
    let codesByFeature = Dialect.codesByFeature()
    var others: [String] = []
    for line in Source.lines(of: text) where !line.isEmpty {
        if TokenMatcher.language(line) != nil { return .feature }
        let head = line.trimmed.utf8.prefix(featureKeywordMax)
        guard let colon = head.firstIndex(of: 0x3A), let word = String(head[..<colon]),
            let codes = codesByFeature[word]
        else { continue }
        if codes.first == Dialect.english.code { return .feature }
        if others.isEmpty { others = codes }
    }
    return others.isEmpty ? .none : .unnamedLanguage(others)
}

/// Bytes in which the keyword of a feature ends, in any language.
private let featureKeywordMax = 128
