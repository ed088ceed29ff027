import ChatConnection
import ChatProtocol
import Testing

@testable import ChatConformance

/// The lines of `checks.transcript` and their patterns.
struct TranscriptTests {
    @Test("each check has lines or code, and each line a meaning") func checksHaveMeaning() {
        for check in Transcript.all {
            let code =
                check.client == nil
                ? ServerConformance.code[check.name] != nil
                : ClientConformance.code[check.name] != nil
            #expect(code || !check.lines.isEmpty, "\(check.name)")
            for line in check.lines {
                switch line.act {
                case .unknown, .sends(.call(_, .null)), .receives(.call(_, .null)): Issue.record("\(line.text)")
                case .receives(.text(let pattern)): #expect(JSONValue(json: pattern) != nil, "\(line.text)")
                default: break
                }
            }
        }
    }

    @Test(
        "a pattern matches a value of its kind",
        arguments: [
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, true), (#"{"a":1}"#, #"{"a":2}"#, false), (#"{"a":1}"#, "[]", false),
            (#"[1,"<integer>"]"#, "[1,2]", true), (#"[1]"#, "[1,2]", false), (#"["$x","$x"]"#, "[7,7]", true),
            (#"["$x","$x"]"#, "[7,8]", false), (#"{"a":"$x"}"#, "{}", false), (#""<text>""#, #""""#, false),
            (#""<has b>""#, #""abc""#, true), (#""<has b>""#, #""ac""#, false),
            (#"["<growing>","<growing>"]"#, "[1,2]", true), (#"["<growing>","<growing>"]"#, "[2,2]", false),
            (#""<time>""#, #""2022-09-12T09:00:10.000Z""#, true), (#""<time>""#, #""noon""#, false),
            (#"["<list>","<object>"]"#, "[[],{}]", true), (#""<list>""#, "{}", false),
        ])
    func patternMatchesValueOfItsKind(pattern: String, value: String, matches: Bool) throws {
        var values = TranscriptValues()
        #expect(values.match(try #require(JSONValue(json: pattern)), JSONValue(json: value)) == matches)
    }

    @Test("a line without a meaning fails its check") func unknownLineFails() {
        let server = ServerSubject(ServerEndpoint(host: "127.0.0.1", port: 1))
        let check = Transcript(name: "joy", rule: "", client: nil, lines: [TranscriptLine("anna laughs")])
        #expect(throws: CheckEnd.self) { try server.play(check) }
    }
}
