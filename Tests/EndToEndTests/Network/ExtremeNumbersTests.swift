import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// Numbers at and beyond the ends of their ranges, in every request that has one: each is answered, and the server
/// continues.
struct ExtremeNumbersTests {
    private static let numbers = [
        "-9223372036854775809", "-9223372036854775808", "-9007199254740992", "-1", "0", "1", "2147483647", "2147483648",
        "9007199254740991", "9007199254740993", "9223372036854775807", "18446744073709551616", "1e18", "1e999", "-0.5",
    ]

    /// The ids in the requests.
    private struct Things {
        var conversation = "", message = "", document = "", share = ""
    }

    /// The requests with `#` in place of a number, by the role of their sender.
    private static func requests(_ things: Things) -> [(role: Role, method: Method, params: String)] {
        let (talk, share) = (#""conversation":"\#(things.conversation)""#, #""share":"\#(things.share)""#)
        let digest = "sha256:" + String(repeating: "0", count: 64)
        let proof = ##""publicKey":"BA==","publicKeyIndex":#,"inclusionHashes":["AAAA"],"signatureData":"MA==""##
        return [
            (.person, .conversationList, ##""after":#"##), (.person, .conversationList, ##""limit":#"##),
            (.person, .conversationHistory, talk + ##","limit":#"##),
            (.person, .conversationPin, talk + ##","pinned":true,"place":#"##),
            (.person, .conversationRestore, talk + ##","runs":[{"first":#,"last":#}]"##),
            (.person, .conversationRestore, talk + ##","runs":[{"first":1,"last":#}]"##),
            (.person, .conversationErase, talk + ##","runs":[{"first":1,"last":#},{"first":#,"last":#}]"##),
            (
                .person, .messageSend,
                talk + ##","attachment":{"name":"a","type":"b","size":#,"digest":"\##(digest)"}"##
            ),
            (.person, .messageSearch, ##""text":"hi","limit":#"##),
            (.person, .messageThread, ##""message":"\##(things.message)","limit":#"##),
            (.person, .messageRecentlyDeleted, talk + ##","limit":#"##),
            (.person, .highlightList, ##""limit":#"##), (.person, .settingsAudit, ##""limit":#"##),
            (.person, .shareSave, share + ##","revision":#,"title":"x""##),
            (.person, .shareAddParticipant, share + ##","revision":#,"handle":"carl""##),
            (.person, .shareRemoveParticipant, share + ##","revision":#,"handle":"carl""##),
            (.person, .shareSetPermission, share + ##","revision":#,"permission":"readOnly""##),
            (.person, .shareSetRole, share + ##","revision":#,"handle":"bea","role":"administrator""##),
            (.person, .shareSetInviting, share + ##","revision":#,"allowsInviting":true"##),
            (.person, .shareSetAccess, share + ##","revision":#,"access":"public""##),
            (.person, .documentEdit, ##""document":"\##(things.document)","text":"x","revision":#"##),
            (
                .app, .identityProve,
                ##""document":"\##(things.document)","challenge":"AAAA","proof":{\##(proof)}"##
            ),
            (.observer, .faultInject, ##""on":{"to":"bea","nth":#},"do":"drop""##),
            (.observer, .faultInject, ##""on":{"to":"bea","percent":#},"do":"drop""##),
            (.observer, .faultInject, ##""on":{"to":"bea","nth":1},"do":"delay","milliseconds":#"##),
            (.observer, .faultInject, ##""on":{"to":"bea","device":#},"do":"drop""##),
            (.observer, .worldCreate, ##""world":"w@","clock":"virtual","seed":#"##),
            (.observer, .journalList, ##""after":#"##), (.observer, .journalList, ##""number":#"##),
            (.observer, .journalList, ##""limit":#"##), (.observer, .journalVerify, ##""count":{"exactly":#}"##),
            (.observer, .journalVerify, ##""after":#,"count":{"atLeast":#,"atMost":#}"##),
            (.observer, .personList, ##""limit":#"##), (.observer, .clockAdvance, ##""milliseconds":#"##),
        ].map { ($0.0, $0.1, "{" + $0.2 + "}") }
    }

    /// The methods whose params have an integer, by the contract.
    private static func methodsWithIntegers() throws -> Set<String> {
        let document = try JSONReader.read(ContractText.openRPCLine).value
        func hasInteger(_ schema: JSONValue, _ seen: Set<String>) -> Bool {
            if schema["type"] == "integer" { return true }
            if let name = schema["$ref"]?.stringValue?.split(separator: "/").last.map(String.init) {
                guard !seen.contains(name), let found = document["components"]?["schemas"]?[name] else { return false }
                return hasInteger(found, seen.union([name]))
            }
            return (schema.arrayValue ?? schema.objectValue?.members.map(\.value) ?? []).contains {
                hasInteger($0, seen)
            }
        }
        let methods = (document["methods"]?.arrayValue ?? []).filter { hasInteger($0["params"] ?? .null, []) }
        return Set(methods.compactMap { $0["name"]?.stringValue })
    }

    @Test("every number of every request is answered, however large, and the server continues")
    func everyNumberIsAnswered() throws {
        let server = try ServerProcess(["--ephemeral", "--clock", "virtual"])
        let observer = try RawProbe(port: server.port)
        try observer.call("session.hello", ["role": "observer"])
        try observer.call("app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        let (anna, bea) = (try RawProbe(port: server.port, as: "anna"), try RawProbe(port: server.port, as: "bea"))
        let app = try RawProbe(port: server.port)
        try app.call("session.hello", ["role": "app", "app": "com.example.notes", "handle": "anna"])
        var things = Things()
        let talk = try #require(try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"])
        things.conversation = try #require(talk.stringValue)
        func say() throws -> JSONValue { try anna.call("message.send", ["conversation": talk, "text": "hi"]) }
        things.message = try #require(try say()["message"]?["id"]?.stringValue)
        try anna.call("message.delete", ["messages": [try #require(try say()["message"]?["id"])]])
        let draft: JSONValue = ["app": "com.example.notes", "title": "Plan"]
        let document = try anna.call("document.create", draft)["document"]
        things.document = try #require(document?["id"]?.stringValue, "\(document ?? .null)")
        let share = try anna.call("share.create", draft)["share"]
        things.share = try #require(share?["id"]?.stringValue, "\(share ?? .null)")

        let requests = Self.requests(things)
        // A login has a cursor, which the end of this test tries.
        #expect(try Self.methodsWithIntegers() == Set(requests.map(\.method.rawValue) + ["session.hello"]))
        for (role, method, params) in requests {
            let client = role == .person ? anna : role == .app ? app : observer
            for (index, number) in Self.numbers.enumerated() {
                let text = params.replacing("#", with: number).replacing("@", with: "\(index)")
                client.sendLine(#"{"jsonrpc":"2.0","id":7,"method":"\#(method.rawValue)","params":\#(text)}"#)
                let answer = try client.nextAnswer()
                #expect(answer["result"] != nil || answer["error"]?["data"]?["reason"] != nil, "\(text): \(answer)")
                if method == .faultInject {
                    // The fault happens.
                    _ = try say()
                    try bea.call("session.ping")
                }
            }
            if method == .faultInject { try observer.call("fault.clear") }
        }
        for number in Self.numbers {
            let client = try RawProbe(port: server.port)
            let hello = #""role":"person","handle":"anna","after":\#(number)"#
            client.sendLine(#"{"jsonrpc":"2.0","id":7,"method":"session.hello","params":{\#(hello)}}"#)
            #expect(try client.message()["id"] != nil)
        }
        // Twelve thousand years later the clock has ended or continues, but the server answers.
        for _ in 0..<120 { try observer.call("clock.advance", ["milliseconds": 3_162_240_000_000]) }
        #expect(try say()["message"] != nil)
        #expect(try bea.call("conversation.history", ["conversation": talk])["entries"] != nil)
        #expect(server.end(with: SIGTERM) == 0)
    }
}

extension RawProbe {
    /// Returns the next answer, and passes over the notifications before it.
    fileprivate func nextAnswer() throws -> JSONValue {
        while true {
            let message = try message()
            if message["method"] == nil { return message }
        }
    }
}
