import ChatLog
import ChatProtocol
import Testing

@testable import ChatEngine
@testable import ChatServer

/// The counters and their output in Prometheus' text format.
struct CountsTests {
    private func holdsOrder<Kind: CaseIterable>(_ type: Kind.Type) -> Bool {
        Kind.allCases.enumerated().allSatisfy { Tally<Kind>.place(of: $0.element) == $0.offset }
            && MemoryLayout<Kind>.size <= 1
    }

    @Test func countedEnumerationsAreNumberedInTheOrderOfTheirCases() {
        #expect(holdsOrder(Method.self) && holdsOrder(RPCError.Reason.self) && holdsOrder(NotificationName.self))
        #expect(holdsOrder(ConnectionKind.self) && holdsOrder(ServerLog.Ending.self))
    }

    @Test func metricsAreValidPrometheusTextWithoutUserData() throws {
        let log = MemoryEventLog()
        let engine = try ServerEngine(log: log, isStored: false) { Instant(milliseconds: 1_700_000_000_000) }
        func send(_ lines: String...) {
            let session = engine.open(tag: 0)
            _ = engine.flush { handle in
                for line in lines { handle(Array("{\"jsonrpc\":\"2.0\",\"id\":1,\(line)}".utf8), session) }
            }
        }
        for name in ["bea", "carl", "anna"] {
            send(
                #""method":"session.hello","params":{"role":"person","handle":"\#(name)"}"#,
                #""method":"conversation.create","params":{"participants":["bea","carl"],"name":"Weekend"}"#)
        }
        send(
            #""method":"session.hello","params":{"role":"observer"}"#,
            #""method":"app.register","params":{"app":"com.example.notes","name":"Notes","domains":["notes.example"]}"#)
        send(#""method":"session.hello","params":{"role":"app","app":"com.example.notes","handle":"anna"}"#)
        var text = MetricsText()
        text.addMetrics(of: engine)
        let metrics = try PrometheusText(text.text)
        #expect(metrics[#"understudy_sessions{role="person"}"#] == 3)
        #expect(metrics[#"understudy_sessions{role="app"}"#] == 1)
        #expect(metrics["understudy_worlds"] == 1)
        #expect(metrics["understudy_log_end"] == Int(log.end))
        for method in Method.allCases {
            #expect(metrics[#"understudy_requests_total{method="\#(method.rawValue)",result="ok"}"#] != nil)
        }
        for word in ["anna", "bea", "Weekend", "notes.example"] { #expect(!text.text.contains(word)) }
    }
}

/// A strict reader of Prometheus' text format 0.0.4. Each metric has its help and its type once, before its values, and
/// no series appears twice.
struct PrometheusText {
    struct Fault: Error { var line: String }

    private(set) var values: [String: Int] = [:]
    private(set) var types: [String: String] = [:]

    subscript(series: String) -> Int? { values[series] }

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: "the end") }
        var helped: Set<String> = []
        var current = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, helped.insert(words[2]).inserted else { throw Fault(line: line) }
                current = words[2]
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, words[2] == current, types[current] == nil,
                    ["counter", "gauge"].contains(words[3]), (words[3] == "counter") == current.hasSuffix("_total")
                else { throw Fault(line: line) }
                types[current] = words[3]
            } else {
                try read(line, of: current)
            }
        }
        guard Set(types.keys) == helped else { throw Fault(line: "a HELP without its TYPE") }
    }

    private mutating func read(_ line: String, of name: String) throws {
        guard let blank = line.lastIndex(of: " "), let value = Int(line[line.index(after: blank)...]) else {
            throw Fault(line: line)
        }
        let series = String(line[..<blank])
        let bare = String(series.prefix { $0 != "{" })
        guard bare == name, types[name] != nil, values.updateValue(value, forKey: series) == nil,
            bare.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F })
        else { throw Fault(line: line) }
        guard series != bare else { return }
        guard series.hasSuffix("}") else { throw Fault(line: line) }
        for pair in series.dropFirst(bare.count + 1).dropLast().split(separator: ",", omittingEmptySubsequences: false)
        {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, parts[1].count >= 2, parts[1].hasPrefix("\""),
                parts[1].hasSuffix("\""), !parts[1].dropFirst().dropLast().contains(where: { "\"\\\n".contains($0) })
            else { throw Fault(line: line) }
        }
    }
}
