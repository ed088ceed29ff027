/// The codes of the languages for feature files: `en` first, then in the order of the table.
public var languages: [String] { Dialect.codes }

/// Returns true if a language has that code.
public func isLanguage(_ code: String) -> Bool { Dialect(code: code) != nil }

/// The presumed content of a file that does not parse.
package enum Intent: Hashable, Sendable {
    /// A feature file with an error.
    case feature
    /// A feature file in one of these languages, without a line that names the language.
    case unnamedLanguage([String])
    /// No feature file: no line begins a feature in any language.
    case none
}

/// Guesses the content of a file that does not parse. It looks for a line that names a language, or begins a feature in
/// English or in another language.
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

/// The number of bytes at the beginning of a line that contain the keyword of a feature in every language.
private let featureKeywordMax = 128
