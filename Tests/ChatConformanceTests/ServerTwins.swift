import ChatProtocol
import Foundation
import Synchronization

/// Servers that break one rule each, by the name of the check that must find it.
enum ServerTwins {
    /// Answers a request of any id with that result.
    private static func result(_ request: String, _ result: String = "{}") -> Breakage.Fate {
        .answered(#"{"jsonrpc":"2.0","id":\#(id(request)),"result":\#(result)}"#)
    }

    private static func error(_ request: String, _ code: Int, _ message: String = "No.") -> Breakage.Fate {
        let reason = RPCError.Reason.allCases.first { $0.code == code }?.rawValue ?? ""
        return .answered(
            #"{"jsonrpc":"2.0","id":\#(id(request)),"error":{"code":\#(code),"message":"\#(message)","data":{"reason":"\#(reason)"}}}"#
        )
    }

    private static func id(_ request: String) -> String {
        let value = try? JSONReader.read(Array(request.utf8)).value["id"]
        return value.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) } ?? "null"
    }

    /// Answers each request that contains a text.
    private static func requests(
        with text: String, _ answer: @escaping @Sendable (String) -> Breakage.Fate
    ) -> Breakage {
        Breakage(request: { $0.contains(text) ? answer($0) : .passes($0) })
    }

    /// Replaces a text in the server's lines if the line and the request contain the given texts.
    private static func answers(
        _ old: String, _ new: String, inRequest request: String = "", in line: String = ""
    ) -> Breakage {
        Breakage(answer: { answer, asked in
            let isMeant = (request.isEmpty || asked.contains(request)) && (line.isEmpty || answer.contains(line))
            return [isMeant ? answer.replacing(old, with: new) : answer]
        })
    }

    /// Drops the `message.posted` notifications with that text.
    private static func untold(_ text: String) -> Breakage {
        Breakage(answer: { line, _ in line.contains(#""method":"message.posted""#) && line.contains(text) ? [] : [line]
        })
    }

    /// Replaces the status of responses if the request contains the given text.
    private static func http(_ request: String, _ old: Int, _ new: Int) -> Breakage {
        Breakage(bytes: { bytes, asked in
            guard asked.contains(request) else { return bytes }
            return Array(
                String(decoding: bytes, as: UTF8.self).replacing("HTTP/1.1 \(old) ", with: "HTTP/1.1 \(new) ").utf8)
        })
    }

    /// Replaces a close code.
    private static func closing(_ old: UInt16, _ new: UInt16) -> Breakage {
        Breakage(bytes: { bytes, _ in
            guard let frame = bytes.indices.last(where: { bytes[$0] == 0x88 && bytes.count > $0 + 3 }),
                UInt16(bytes[frame + 2]) << 8 | UInt16(bytes[frame + 3]) == old
            else { return bytes }
            var bytes = bytes
            (bytes[frame + 2], bytes[frame + 3]) = (UInt8(new >> 8), UInt8(new & 0xFF))
            return bytes
        })
    }

    static let all: [(check: String, breakage: Breakage)] = [
        ("ids", answers(#""id":-7,"#, #""id":7,"#)),
        ("id-range", requests(with: "9007199254740993") { result($0) }),
        ("parse", answers(#""id":null"#, #""id":0"#, inRequest: "nonsense")),
        ("utf8", requests(with: "bytes") { $0 == "bytes" ? result("{}") : .passes($0) }),
        ("depth", requests(with: String(repeating: "[", count: 63)) { error($0, -32602) }),
        ("request", requests(with: #""jsonrpc":"1.0""#) { result($0) }),
        ("batch", Breakage(request: { $0 == "[]" ? error($0, -32700) : .passes($0) })),
        ("duplicate-keys", requests(with: #""a":1,"a":1"#) { error($0, -32602) }),
        ("unknown-member", requests(with: "colour") { result($0) }),
        ("unknown-method", requests(with: "no.such") { error($0, -32600) }),
        ("suggestion", requests(with: "message.sned") { error($0, -32601, "There is no such method.") }),
        ("reasons", answers(#""reason":"not_found""#, #""reason":"missing""#)),
        ("malformed-lives", Breakage(closesAfter: { $0.contains("-32700") })),
        ("line-ends", Breakage(request: { $0.isEmpty ? error($0, -32700) : .passes($0) })),
        ("torn-lines", Breakage(wantsWholeLines: true)),
        ("half-close", Breakage(answer: { line, _ in line.contains(#""id":"half-close""#) ? [] : [line] })),
        ("oversize-line", Breakage(answer: { line, _ in line.contains(#""name":"messageBytes""#) ? [] : [line] })),
        ("foreign-bytes", Breakage(greeting: "Who is there?\n")),
        ("hello", answers(#""protocol":1"#, #""protocol":2"#)),
        ("hello-first", answers(#""code":-32001"#, #""code":-32002"#)),
        ("roles", requests(with: "clock.advance") { result($0) }),
        (
            "hidden",
            Breakage(answer: { line, asked in
                let isHidden = line.contains("-32003") && asked.contains("history") && !asked.contains("nowhere")
                return [
                    isHidden ? line.replacing("you are in no such conversation", with: "you may not read it") : line
                ]
            })
        ),
        ("fence", Breakage(holds: { $0.contains(#""text":"fence 5""#) && $0.contains("message.posted") })),
        (
            "resume",
            Breakage(request: { request in
                guard let after = request.range(of: #","after":[0-9]+"#, options: .regularExpression) else {
                    return .passes(request)
                }
                return .passes(request.replacingCharacters(in: after, with: ""))
            })
        ),
        (
            "cursors",
            Breakage(answer: { line, _ in
                guard line.contains(#""text":"cursors 4""#), line.contains("message.posted"),
                    let cursor = line.range(of: #""cursor":[0-9]+"#, options: .regularExpression)
                else { return [line] }
                return [line.replacingCharacters(in: cursor, with: #""cursor":1"#)]
            })
        ),
        (
            "worlds",
            Breakage(request: { request in
                // Every world of a person is replaced by the world that was created first.
                guard let name = request.range(of: "check-worlds-[0-9a-z]+", options: .regularExpression),
                    request.contains("session.hello")
                else {
                    if request.contains("world.create"),
                        let made = request.range(of: "check-[0-9a-z]+\"", options: .regularExpression)
                    {
                        first.set(String(request[made].dropLast()))
                    }
                    return .passes(request)
                }
                return .passes(request.replacingCharacters(in: name, with: first.name))
            })
        ),
        ("message", answers(#""sentAt":"2"#, #""sentAt":"in 2"#, inRequest: "a.example")),
        ("sequence", answers(#""sequence":7,"#, #""sequence":8,"#, inRequest: "sequence 7")),
        ("told", untold(#""text":"told-1""#)),
        ("own-devices", untold(#""text":"own-devices""#)),
        (
            "own-session",
            Breakage(answer: { line, asked in
                guard asked.contains(#""text":"own-session""#), line.contains(#""result""#) else { return [line] }
                return [#"{"jsonrpc":"2.0","method":"message.posted","params":{"cursor":1}}"#, line]
            })
        ),
        ("order", Breakage(holds: { $0.contains(#""text":"order 5""#) && $0.contains("message.posted") })),
        (
            "retry",
            Breakage(request: { request in
                .passes(request.replacing(#","clientID":"retry-1""#, with: ""))
            })
        ),
        ("text-limit", answers(#""name":"textCharacters""#, #""name":"text""#)),
        ("rpc", http("POST /rpc", 200, 201)),
        ("healthz", http("GET /healthz", 200, 204)),
        ("metrics", http("GET /metrics", 200, 404)),
        ("not-found", http("GET /nowhere", 404, 200)),
        ("origin", http("Origin: https://evil.example", 403, 200)),
        ("host", http("Host: rebound.example", 403, 200)),
        (
            "ws-upgrade",
            Breakage(bytes: { bytes, _ in
                guard bytes.starts(with: Array("HTTP/1.1 101".utf8)) else { return bytes }
                return Array(
                    String(decoding: bytes, as: UTF8.self).replacing("Sec-WebSocket-Protocol: chat.v1\r\n", with: "")
                        .utf8)
            })
        ),
        (
            "ws-message",
            Breakage(bytes: { bytes, _ in
                let isMeant = String(decoding: bytes, as: UTF8.self).contains(#""id":"ws-message""#)
                return isMeant ? [0x82] + bytes.dropFirst() : bytes
            })
        ),
        ("ws-fragments", Breakage(bytes: { bytes, _ in bytes.first == 0x8A ? [] : bytes })),
        ("ws-framing", closing(1002, 1000)),
        ("ws-utf8", closing(1007, 1000)),
        ("ws-binary", closing(1003, 1000)),
        ("ws-oversize", closing(1009, 1000)),
        ("ws-close", closing(1001, 1000)),
    ]

    /// The world that was created first, for the twin that knows only one world.
    private static let first = FirstWorld()
}

private final class FirstWorld: Sendable {
    private let kept = Mutex("")
    var name: String { kept.withLock { $0 } }
    func set(_ name: String) { kept.withLock { if $0.isEmpty { $0 = name } } }
}
