import Foundation
import ServerTestSupport
import Testing

/// Compares docs/reference/rules.md with the tags of the scenarios and the reasons of the core. The page must explain
/// each rule that they name.
struct RulesReferenceTests {
    /// Tags that group scenarios and name no rule.
    private let ownTags: Set<String> = [
        "tour", "resume", "retry", "restart", "fault", "corner-case", "set-clock",
    ]

    private let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")

    private func text(_ path: String) throws -> String {
        let file = try #require(fopen("\(root)/\(path)", "r"), "\(path) cannot be read")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The scenario files in a folder and its subfolders, sorted by path.
    private func scenarios(in path: String = "scenarios") throws -> [String] {
        let folder = try #require(opendir("\(root)/\(path)"))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".feature") {
                names.append("\(path)/\(name)")
            } else if Int32(entry.pointee.d_type) == DT_DIR, !name.hasPrefix(".") {
                names += try scenarios(in: "\(path)/\(name)")
            }
        }
        return names.sorted()
    }

    @Test func rulesPageExplainsEveryReasonOfTheCore() throws {
        let rules = try ServerTestSupport.rules()
        var count = 0
        for source in try HouseTests.sources() where source.path.hasPrefix("ChatServer/Core/") {
            for rest in source.text.split(separator: "Reason(\"", omittingEmptySubsequences: false).dropFirst() {
                let rule = String(rest.prefix { $0 != "\"" })
                #expect(
                    rules.contains(rule), "\(source.path) gives the reason \(rule), which rules.md does not have")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test func rulesPageExplainsEveryTagOfAScenario() throws {
        let rules = try ServerTestSupport.rules()
        #expect(rules.count > 50)
        let names = try scenarios()
        #expect(names.contains { $0.hasPrefix("scenarios/corner-cases/") })
        for name in names {
            for line in try text(name).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.first?.hasPrefix("@") == true else { continue }
                for tag in words.map({ String($0.dropFirst()) }) where !ownTags.contains(tag) {
                    #expect(rules.contains(tag), "\(name) is tagged @\(tag), which rules.md does not have")
                }
            }
        }
    }

    @Test("a scenario that restarts the server has the tag that lets a shared server skip it")
    func restartsAreTagged() throws {
        var (count, tags) = (0, "")
        for name in try scenarios() {
            for line in try text(name).split(separator: "\n").map({ $0.drop { $0 == " " } }) {
                if line.hasPrefix("@") { tags = String(line) }
                guard line.hasSuffix(" server restarts") else { continue }
                #expect(tags.contains("@restart"), "\(name) restarts the server in a scenario that is tagged \(tags)")
                count += 1
            }
        }
        #expect(count > 20)
    }
}
