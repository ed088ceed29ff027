import ChatProtocol
import Gherkin

// The values of the Language Server Protocol in JSON, by their names in its specification.

extension EditorPosition {
    /// Reads a `Position`; nil if it is none.
    init?(_ json: JSONValue?) {
        // The protocol's numbers have 31 bits.
        let numbers: ClosedRange<Int64> = 0...0x7FFF_FFFF
        guard let line = json?["line"]?.integerValue, let character = json?["character"]?.integerValue,
            numbers.contains(line), numbers.contains(character)
        else { return nil }
        self.init(line: Int(line), character: Int(character))
    }

    var json: JSONValue { ["line": .integer(Int64(line)), "character": .integer(Int64(character))] }
}

extension EditorRange {
    var json: JSONValue { ["start": start.json, "end": end.json] }
}

extension Finding {
    /// The finding as a `Diagnostic`.
    var json: JSONValue {
        [
            "range": range.json, "severity": .integer(severity.rawValue), "source": "understudy",
            "message": .string(message),
        ]
    }
}

extension Completion {
    /// The proposal as a `CompletionItem`.
    ///
    /// - Parameters:
    ///   - number: The place of the proposal in the list, which the editor keeps.
    ///   - typed: The text that the proposal replaces, so that the editor filters none of what the server chose.
    func json(_ number: Int, typed: Substring) -> JSONValue {
        [
            "label": .string(label), "kind": .integer(Int64(kind.rawValue)), "detail": .string(detail),
            "filterText": .string(typed.isEmpty ? label : String(typed)),
            "sortText": .string(String(10_000 + number)),
            "insertTextFormat": isSnippet ? 2 : 1,
            "textEdit": ["range": range.json, "newText": .string(insertion)],
        ]
    }
}

/// One line of a report for GitHub: a failure at a line of a file, or the counts of the run.
struct Annotation: Hashable {
    /// The line, from 1; nil for the counts.
    let line: Int?
    let text: String

    /// Reads a line of `play --report annotations`; nil if it is no annotation.
    init?(_ row: String) {
        guard row.hasPrefix("::"), let end = row.dropFirst(2).firstRange(of: "::") else { return nil }
        let head = row[..<end.lowerBound]
        line = head.firstRange(of: ",line=").flatMap { Int(head[$0.upperBound...].prefix { $0.isNumber }) }
        text = String(row[end.upperBound...]).replacingBytes(of: "%0A", with: "\n")
            .replacingBytes(of: "%0D", with: "\r").replacingBytes(of: "%25", with: "%")
    }
}

/// An error of JSON-RPC or of the Language Server Protocol.
struct EditorFault: Error {
    enum Code: Int64 {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case notInitialized = -32_002
        case requestFailed = -32_803
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
