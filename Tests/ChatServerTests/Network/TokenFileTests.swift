import ChatProtocol
import ChatSystem
import Foundation
import Testing

@testable import ChatEngine
@testable import ChatServer

/// The file of tokens: its contents, the files that are refused, and the replacement of the whole file.
final class TokenFileTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "understudy-tokens-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var path: String { folder + "/deep/er/tokens.json" }

    private static func byte() -> UInt8 { .random(in: .min ... .max) }

    private func add(_ grant: TokenGrant, note: String? = nil) throws -> TokenSecret {
        let secret = TokenSecret(of: Self.byte)
        try TokenFile(path: path).change { (book) throws(TokenFile.Failure) in
            book.add(
                Token(for: secret, grant: grant, note: note, madeAt: Instant(milliseconds: 5), of: Self.byte))
        }
        return secret
    }

    @Test func tokensAreStoredPrivatelyAndReadBack() throws {
        let anna = try #require(Handle("anna"))
        let grants: [TokenGrant] = [
            .person(anna), .app(AppID("a.b"), person: anna), .app(AppID("a.b"), person: nil), .observer,
        ]
        let secrets = try grants.map { try add($0, note: "for \"tests\"\u{1}") }
        let book = try TokenFile(path: path).read()
        #expect(book.tokens.map(\.grant) == grants)
        for (secret, token) in zip(secrets, book.tokens) {
            #expect(book.token(openedBy: secret.text) == token)
            #expect(token.note == "for \"tests\"\u{1}" && token.madeAt == Instant(milliseconds: 5))
        }
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for secret in secrets { #expect(!text.contains(secret.text.suffix(64))) }
        #expect(text.split(separator: "\n").count == 6, "one token a line")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deep/er") == ["tokens.json"])
    }

    @Test func refusedChangeLeavesTheFileUnchanged() throws {
        _ = try add(.observer)
        let before = try String(contentsOfFile: path, encoding: .utf8)
        #expect(throws: TokenFile.Failure.self) {
            try TokenFile(path: self.path).change { (book) throws(TokenFile.Failure) in
                book.remove(book.tokens[0].id)
                throw TokenFile.Failure(path: self.path, reason: "no")
            }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    }

    @Test func concurrentAdditionsAreAllStored() async throws {
        let file = TokenFile(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try file.change { (book) throws(TokenFile.Failure) in
                        book.add(
                            Token(
                                for: TokenSecret(of: Self.byte), grant: .observer, note: nil,
                                madeAt: Instant(milliseconds: 0), of: Self.byte))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().tokens.count == 20)
    }

    @Test func fileWritableByOthersIsRefused() throws {
        _ = try add(.observer)
        for rights in [0o620, 0o602, 0o666] {
            try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
            #expect(throws: TokenFile.Failure.self) { try TokenFile(path: self.path).read() }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try TokenFile(path: path).read()
    }

    @Test func invalidTokenFileIsRefusedWithItsProblem() {
        let salt = String(repeating: "0", count: 32)
        let hash = String(repeating: "0", count: 64)
        func file(_ token: String) -> String { "{\"version\":1,\"tokens\":[\(token)]}" }
        func token(_ members: String) -> String {
            "{\"id\":\"x\",\"made\":\"2026-01-01T00:00:00.000Z\",\"salt\":\"\(salt)\",\"sha256\":\"\(hash)\",\(members)}"
        }
        let cases: [(String, String)] = [
            ("", "JSON"), ("[]", "must be an object"), ("{}", "version"), ("{\"version\":2,\"tokens\":[]}", "newer"),
            ("{\"version\":1,\"x\":1}", "x"), (file("{}"), "role"), (file(token("\"role\":\"person\"")), "handle"),
            (file(token("\"role\":\"app\"")), "app"), (file(token("\"role\":\"observer\",\"handle\":\"a\"")), "handle"),
            (file(token("\"role\":\"king\"")), "role"),
            (file("\(token("\"role\":\"observer\"")),\(token("\"role\":\"observer\""))"), "two with the id"),
            (file(token("\"role\":\"observer\"").replacingOccurrences(of: salt, with: "00")), "salt"),
            (file(token("\"role\":\"observer\"").replacingOccurrences(of: hash, with: "zz")), "sha256"),
            (file(token("\"role\":\"observer\"").replacingOccurrences(of: "2026", with: "?")), "made"),
        ]
        for (text, word) in cases {
            do {
                _ = try TokenFile.book(Array(text.utf8))
                Issue.record("taken: \(text)")
            } catch {
                #expect(error.description.contains(word), "\(text): \(error.description)")
            }
        }
    }

    @Test func tokenArgumentsAreReadOrRefusedWithTheirProblem() throws {
        let anna = try #require(Handle("anna"))
        let good: [(String, TokenArguments.Action, String?)] = [
            ("add --role person --handle anna", .add(.person(anna), note: nil), nil),
            ("add --role=app --app a.b --note=x --tokens f", .add(.app(AppID("a.b"), person: nil), note: "x"), "f"),
            ("add --role app --app a.b --handle anna", .add(.app(AppID("a.b"), person: anna), note: nil), nil),
            ("add --role observer", .add(.observer, note: nil), nil), ("list --json", .list(isJSON: true), nil),
            ("list --tokens f", .list(isJSON: false), "f"), ("revoke x1", .revoke(Token.ID("x1")), nil),
            ("revoke ust_ab12cd34_0000", .revoke(Token.ID("ab12cd34")), nil), ("--help", .help, nil),
            ("copy f --tokens postgres:///db", .copy("f"), "postgres:///db"),
        ]
        for (words, action, file) in good {
            let arguments = try TokenArguments(words.split(separator: " ").map(String.init))
            #expect(arguments.action == action && arguments.place == file, "\(words)")
        }
        let bad: [(String, String)] = [
            ("", "needs add, list, revoke or copy"), ("ad", "needs add, list, revoke or copy"), ("add", "needs a role"),
            ("add --role king", "needs a role"), ("add --role person", "needs --handle"),
            ("add --role person --handle a!b", "is not a valid handle"), ("add --role app", "needs --app"),
            ("add --role observer --handle anna", "has no --handle"),
            ("add --role person --handle anna --app a.b", "belongs to --role app"),
            ("copy", "needs one file of tokens"), ("copy a b", "needs one file of tokens"),
            ("add --rol person", "did you mean --role?"), ("add --role", "needs a value"),
            ("add --role observer --role observer", "once"), ("add --role observer x", "does not take “x”"),
            ("list --json=1", "takes no value"), ("list --role x", "has no option"), ("revoke", "needs one id"),
            ("revoke a b", "needs one id"),
        ]
        for (words, problem) in bad {
            do {
                _ = try TokenArguments(words.split(separator: " ").map(String.init))
                Issue.record("taken: \(words)")
            } catch {
                #expect(error.message.contains(problem), "\(words): \(error)")
            }
        }
    }
}
