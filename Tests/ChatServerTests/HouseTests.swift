import Foundation
import Testing

/// The rules for sources that the compiler does not check.
struct HouseTests {
    struct Source {
        var path: String
        var text: String
        var imports: [String]
    }

    /// The hand-written Swift files in a folder of the project, sorted by path.
    static func sources(in folder: String = "Sources") throws -> [Source] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent(folder).path
        let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let isWritten = { (name: String) in name.hasSuffix(".swift") && !name.contains("/Generated/") }
        return try names.filter(isWritten).sorted().map { path in
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            let imports = text.split(separator: "\n").compactMap { line -> String? in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                    words[..<index].allSatisfy({ ["public", "package", "internal"].contains($0) || $0.hasPrefix("@") })
                else { return nil }
                return words.last.map { String($0.split(separator: ".")[0]) }
            }
            return Source(path: path, text: text, imports: imports)
        }
    }

    @Test func sourcesImportOnlyWhatTheirLayerAllows() throws {
        let sources = try Self.sources()
        #expect(sources.count > 100)
        for source in sources {
            let imports = Set(source.imports)
            // The contract compiler is a build tool, and no program contains it.
            if source.path.hasPrefix("Programs/contract-compiler/") { continue }
            // Apple's classes are on Foundation. Nothing else is, and nothing else knows them.
            if source.path.hasPrefix("Apple/") { continue }
            #expect(imports.allSatisfy { !$0.hasPrefix("Understudy") && $0 != "AppTestKit" }, "\(source.path)")
            #expect(!imports.contains("Foundation"), "\(source.path): FoundationEssentials, if anything")
            #expect(!imports.contains("FoundationNetworking"), "\(source.path)")
            if source.path.hasPrefix("System/") {
                #expect(
                    imports.isSubset(of: ["ChatProtocol", "CSystem", "Darwin", "Glibc"]),
                    "\(source.path) imports \(imports)")
                continue
            }
            #expect(
                imports.isDisjoint(with: ["Darwin", "Glibc", "Musl"]),
                "\(source.path): system calls are in System alone")
            #expect(
                !imports.contains("CSystem") || source.path.hasPrefix("ChatServer/Log/"),
                "\(source.path): SQLite is in the log alone")
            // The core and the engine neither wait nor read the clock.
            if ["ChatServer/Core/", "ChatServer/Engine/"].contains(where: source.path.hasPrefix) {
                #expect(imports.isDisjoint(with: ["Dispatch", "FoundationEssentials"]), "\(source.path)")
            }
        }
    }

    @Test func sourcesContainNoForcedTryOrCastOrFatalError() throws {
        for source in try Self.sources() {
            for (index, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.components(separatedBy: "//")[0]
                for word in ["try!", "fatalError(", " as! "]
                where code.contains(word) {
                    Issue.record("\(source.path):\(index + 1): \(word)")
                }
            }
        }
    }

    /// Words that describe a thing by what happens around it: the field has another one for each, such as "delivered"
    /// for "told".
    private static let vagueWords: Set<String> = [
        "told", "tell", "telling", "say", "said", "hear", "hears", "heard", "learn", "learned", "news", "tidings",
        "settle", "settled", "seat", "seats", "deed", "deeds", "wish", "wishes", "obstacle", "patience", "elsewhere",
        "neighbour", "greet", "greeting", "mend", "story", "crew", "kept", "keep", "put", "rests", "beside",
    ]

    @Test("no identifier of the server has a word for which the field has another")
    func serverIdentifiersUseTheWordsOfTheField() throws {
        let rooms = ["ChatServer/", "Protocol/", "System/"]
        for source in try Self.sources() where rooms.contains(where: source.path.hasPrefix) {
            for (number, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                let code = line.components(separatedBy: "//")[0].replacing(/"(\\.|[^"\\])*"/, with: "")
                for declared in code.matches(of: /\b(?:func|var|let|case|struct|enum|class|protocol) +(\w+)/) {
                    let words = declared.1.matches(of: /[A-Z]?[a-z]+/).map { $0.0.lowercased() }
                    #expect(Self.vagueWords.isDisjoint(with: words), "\(source.path):\(number + 1): \(declared.1)")
                }
            }
        }
    }

    @Test func noSourceFileIsLongerThan400Lines() throws {
        for source in try Self.sources() {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(lines <= 401, "\(source.path) has \(lines) lines")
        }
    }

    @Test("the time limit of a test is the one that counts as a hang")
    func timeLimitsAreThatOfAHang() throws {
        for source in try Self.sources(in: "Tests") {
            for line in source.text.split(separator: "\n") where line.contains("@Suite(") || line.contains("@Test(") {
                #expect(!line.contains(".timeLimit(") || line.contains("(TestExtent.hang)"), "\(source.path): \(line)")
            }
        }
    }

    @Test func everyUncheckedSendableHasACommentAbove() throws {
        for source in try Self.sources() {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
                let before = lines[max(0, index - 6)..<index]
                #expect(
                    before.contains { $0.contains("//") }, "\(source.path):\(index + 1) has no sentence that proves it")
            }
        }
    }
}
