import ChatConformance
import ChatProtocol
import ChatSystem
import Foundation
import Testing

@testable import ChatLog
@testable import ChatServer

/// `GET /metrics` over a real socket.
final class MetricsTests {
    private let server: SocketServer

    init() throws {
        server = try SocketServer(configuration: .init(), log: MemoryEventLog(), isStored: false)
    }

    deinit { server.stop() }

    private func answer(_ request: String) throws -> (head: [String], body: String) {
        let client = try RawProbe(port: server.port)
        client.send("\(request) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let text = String(decoding: try client.everything(), as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0].split(separator: "\r\n").map(String.init), parts.count > 1 ? String(parts[1]) : "")
    }

    private func value(_ series: String) throws -> Int? {
        let lines = try answer("GET /metrics").body.split(separator: "\n")
        return lines.first { $0.hasPrefix(series + " ") }.flatMap { Int($0.dropFirst(series.count + 1)) }
    }

    @Test func itIsAnsweredAsHealthIs() throws {
        let got = try answer("GET /metrics")
        #expect(got.head.first == "HTTP/1.1 200 OK")
        #expect(got.head.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
        #expect(got.body.hasPrefix("# HELP understudy_build_info ") && got.body.hasSuffix("\n"))
        let head = try answer("HEAD /metrics")
        #expect(head.head.first == "HTTP/1.1 200 OK" && head.body.isEmpty)
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let refused = try answer("\(method) /metrics")
            #expect(refused.head.first?.hasPrefix("HTTP/1.1 405 ") == true && refused.head.contains("Allow: GET"))
        }
    }

    @Test func connectionsAndSessionsAreCounted() throws {
        let anna = try RawProbe(port: server.port, as: "anna")
        let stranger = try RawProbe(port: server.port)
        stranger.send("nonsense\r\n")
        #expect(try stranger.everything().isEmpty)
        #expect(try value(#"understudy_sessions{role="person"}"#) == 1)
        #expect(try value(#"understudy_connections_open{kind="lines"}"#) == 1)
        #expect(try value(#"understudy_connections_open{kind="http"}"#) == 1, "the one that asks")
        #expect(try value(#"understudy_connections_recognised_total{kind="lines"}"#) == 1)
        #expect(try value(#"understudy_connections_recognised_total{kind="unrecognised"}"#) == 1)
        #expect(try value(#"understudy_connections_recognised_total{kind="http"}"#) == 6)
        #expect(try value("understudy_connections_accepted_total") == 2 + 7)
        let before = try #require(try value("understudy_received_bytes_total"))
        let request = #"{"jsonrpc":"2.0","id":1,"method":"session.ping","params":{}}"# + "\n"
        try anna.call("session.ping")
        let after = try #require(try value("understudy_received_bytes_total"))
        let own = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        #expect(after - before == request.utf8.count + own.utf8.count)
        #expect(try #require(try value("understudy_sent_bytes_total")) > 0)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.9.1", true), ("10.0.0.1", false), ("128.0.0.1", false), ("::1", true),
        ("::2", false), ("::ffff:127.0.0.1", true), ("::ffff:10.0.0.1", false), ("fe80::1", false), ("1::1", false),
    ])
    func onlyLoopbackAddressesAreLocal(address: String, isLocal: Bool) throws {
        #expect(try #require(SocketAddress(host: address, port: 0)).isLoopback == isLocal)
    }
}
