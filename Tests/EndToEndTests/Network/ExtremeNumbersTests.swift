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

    /// The requests with `#` in place of a number and a word in place of an id, by the role of their sender.
    private static let requests: [(role: Role, method: Method, members: String)] = [
        (.person, .conversationList, ##""after":#"##), (.person, .conversationList, ##""limit":#"##),
        (.person, .conversationHistory, ##""conversation":"TALK","limit":#"##),
        (.person, .conversationPin, ##""conversation":"TALK","pinned":true,"place":#"##),
        (.person, .conversationRestore, ##""conversation":"TALK","runs":[{"first":#,"last":#}]"##),
        (.person, .conversationRestore, ##""conversation":"TALK","runs":[{"first":1,"last":#}]"##),
        (.person, .conversationErase, ##""conversation":"TALK","runs":[{"first":1,"last":#},{"first":#,"last":#}]"##),
        (
            .person, .messageSend,
            ##""conversation":"TALK","attachment":{"name":"a","type":"b","size":#,"digest":"DIGEST"}"##
        ),
        (.person, .messageSearch, ##""text":"hi","limit":#"##),
        (.person, .messageThread, ##""message":"MESSAGE","limit":#"##),
        (.person, .messageRecentlyDeleted, ##""conversation":"TALK","limit":#"##),
        (.person, .highlightList, ##""limit":#"##), (.person, .settingsAudit, ##""limit":#"##),
        (.person, .shareSave, ##""share":"SHARE","revision":#,"title":"x""##),
        (.person, .shareAddParticipant, ##""share":"SHARE","revision":#,"handle":"carl""##),
        (.person, .shareRemoveParticipant, ##""share":"SHARE","revision":#,"handle":"carl""##),
        (.person, .shareSetPermission, ##""share":"SHARE","revision":#,"permission":"readOnly""##),
        (.person, .shareSetRole, ##""share":"SHARE","revision":#,"handle":"bea","role":"administrator""##),
        (.person, .shareSetInviting, ##""share":"SHARE","revision":#,"allowsInviting":true"##),
        (.person, .shareSetAccess, ##""share":"SHARE","revision":#,"access":"public""##),
        (.person, .documentEdit, ##""document":"DOCUMENT","text":"x","revision":#"##),
        (.app, .identityProve, ##""document":"DOCUMENT","challenge":"AAAA","proof":{PROOF,"publicKeyIndex":#}"##),
        (.observer, .faultInject, ##""on":{"to":"bea","nth":#},"do":"drop""##),
        (.observer, .faultInject, ##""on":{"to":"bea","percent":#},"do":"drop""##),
        (.observer, .faultInject, ##""on":{"to":"bea","nth":1},"do":"delay","milliseconds":#"##),
        (.observer, .faultInject, ##""on":{"to":"bea","device":#},"do":"drop""##),
        (.observer, .worldCreate, ##""world":"w@","clock":"virtual","seed":#"##),
        (.observer, .journalList, ##""after":#"##), (.observer, .journalList, ##""number":#"##),
        (.observer, .journalList, ##""limit":#"##), (.observer, .journalVerify, ##""count":{"exactly":#}"##),
        (.observer, .journalVerify, ##""after":#,"count":{"atLeast":#,"atMost":#}"##),
        (.observer, .personList, ##""limit":#"##), (.observer, .clockAdvance, ##""milliseconds":#"##),
    ]

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
        let talk = try #require(try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"])
        func say() throws -> JSONValue { try anna.call("message.send", ["conversation": talk, "text": "hi"]) }
        let message = try #require(try say()["message"]?["id"])
        try anna.call("message.delete", ["messages": [try #require(try say()["message"]?["id"])]])
        let draft: JSONValue = ["app": "com.example.notes", "title": "Plan"]
        let ids: [(String, JSONValue?)] = [
            ("TALK", talk), ("MESSAGE", message),
            ("DOCUMENT", try anna.call("document.create", draft)["document"]?["id"]),
            ("SHARE", try anna.call("share.create", draft)["share"]?["id"]),
            ("DIGEST", .string("sha256:" + String(repeating: "0", count: 64))),
        ]
        let proof = #""publicKey":"BA==","inclusionHashes":["AAAA"],"signatureData":"MA==""#
        let words = try ids.map { ($0, try #require($1?.stringValue, "\($0)")) } + [("PROOF", proof)]

        // A login has a cursor, which the end of this test tries.
        #expect(try Self.methodsWithIntegers() == Set(Self.requests.map(\.method.rawValue) + ["session.hello"]))
        for (role, method, members) in Self.requests {
            let client = role == .person ? anna : role == .app ? app : observer
            for (index, number) in Self.numbers.enumerated() {
                let filled = words.reduce(members) { $0.replacing($1.0, with: $1.1) }
                let text = filled.replacing("#", with: number).replacing("@", with: "\(index)")
                client.sendLine(#"{"jsonrpc":"2.0","id":7,"method":"\#(method.rawValue)","params":{\#(text)}}"#)
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
