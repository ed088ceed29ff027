import ChatProtocol
import ChatSystem
import Testing

@testable import ChatCore

/// Compares the pages of the protocol with the code, in both directions.
struct ProtocolReferenceTests {
    private let text: String

    init() throws {
        text = try Self.file("docs/reference/protocol.md") + Self.file("docs/reference/collaboration.md")
    }

    private static func file(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return String(decoding: try FileSystem.bytes(ofFile: "\(root)/\(path)", max: 1 << 20), as: UTF8.self)
    }

    /// The cells in one column of the table under a heading, without backquotes.
    private func column(_ index: Int = 0, under heading: String) -> [String] {
        let section = text.split(separator: "\n## ").first { $0.hasPrefix(heading) } ?? ""
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            let cells = row.split(separator: " | ").map { $0.filter { $0 != "`" && $0 != "|" } }
            return cells[index].trimmed
        }
    }

    @Test func methodPageAndOpenRPCFileMatchTheContract() throws {
        let page = try Self.file("docs/reference/methods.md")
        #expect(page.hasSuffix("\n" + ContractText.reference + "\n"), "script/docs writes it")
        #expect(try Self.file("docs/reference/openrpc.json") == ContractText.openRPC + "\n", "script/docs writes it")
    }

    @Test func errorTableListsEveryReasonWithItsCode() {
        let codes = Dictionary(uniqueKeysWithValues: zip(column(1, under: "Errors"), column(under: "Errors")))
        for reason in RPCError.Reason.allCases { #expect(codes[reason.rawValue] == "\(reason.code)") }
        #expect(codes.count == RPCError.Reason.allCases.count)
    }

    @Test("the event table has the JSON, the trigger number and the sentence of every event")
    func eventTableMatchesTheCode() throws {
        let anna = try #require(Handle("anna"))
        var seen: Set<String> = []
        let rows = zip(zip(column(under: "Events"), column(1, under: "Events")), column(2, under: "Events"))
        for ((event, number), sentence) in rows {
            let value = try JSONReader.read(Array(event.utf8)).value
            var fields = try JSONFields(value)
            let read = try HighlightEvent(from: &fields)
            try fields.finish()
            #expect(try JSONReader.read(JSONWriter.bytes(of: read)).value == value, "\(event)")
            #expect(number == (read.triggerValue.map(String.init) ?? "none"), "\(event)")
            let delivered = NoticeRules.sentence(read, actor: anna, title: "Trip plan", count: 1) { $0.defaultName }
            #expect(delivered == sentence, "\(event)")
            seen.insert("\(read.words)")
        }
        #expect(seen.count == 9, "two changes, two of membership, a mention, four of persistence")
    }

    @Test func limitTableListsEveryLimitWithItsDefault() throws {
        let delivered = try JSONReader.read(JSONWriter.bytes(of: Limits.standard)).value
        let members = try #require(delivered.objectValue).members
        let names = column(under: "Limits")
        let defaults = column(1, under: "Limits").map { $0.filter { $0 != "," } }
        #expect(Set(names) == Set(members.map(\.key)))
        for (name, value) in zip(names, defaults) {
            #expect(delivered[name]?.integerValue.map(String.init) == value, "\(name)")
        }
    }
}

extension HighlightEvent {
    fileprivate var triggerValue: Int? {
        switch self {
        case .change(let trigger): trigger.triggerValue
        case .membership(let trigger, _): trigger.triggerValue
        case .mention: nil
        case .persistence(let persistence): persistence.triggerValue
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
