import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Anna's document “Trip plan”, to which Bea and Carl are invited. Dora and Emil are strangers.
struct ShareDesk {
    let trip: TripFixture
    private let others: [String: EngineClient]

    init() throws {
        trip = try TripFixture()
        others = ["dora": try trip.server.person("dora"), "emil": try trip.server.person("emil")]
    }

    func client(_ name: String) -> EngineClient {
        switch name {
        case "anna": trip.anna
        case "bea": trip.bea
        case "carl": trip.carl
        default: others[name] ?? trip.observer
        }
    }

    /// Makes a request about the share, which must succeed.
    @discardableResult
    func ask(_ name: String, _ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        try client(name).ask(method, Self.about(params))
    }

    /// Returns the reason and the rule of a refused request, and checks that it changes nothing; nil if the request
    /// succeeds.
    func refusal(
        _ client: EngineClient, _ method: String, _ params: JSONValue,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        let before = (end: trip.server.log.end, state: trip.server.state)
        let id = client.post(method, params)
        trip.server.flush()
        guard let error = client.answers[id]?.first?["error"] else { return nil }
        #expect(trip.server.log.end == before.end, "\(method) left a trace", sourceLocation: sourceLocation)
        #expect(trip.server.state == before.state, "\(method) left a trace", sourceLocation: sourceLocation)
        let reason = error["data"]?["reason"]?.stringValue ?? "?"
        return "\(reason) \(error["data"]?["rule"]?.stringValue ?? "-")"
    }

    /// Returns the refusal of a request about the share; nil if the request succeeds.
    func refusal(
        _ name: String, _ method: String, _ params: JSONValue = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        refusal(client(name), method, Self.about(params), sourceLocation: sourceLocation)
    }

    private static func about(_ params: JSONValue) -> JSONValue {
        params["url"] == nil && params["share"] == nil && params["notice"] == nil
            ? params.adding(["url": TripFixture.url]) : params
    }

    /// Returns the participants as the owner sees them, as `bea privateUser readWrite pending`; nil without a share.
    func people() -> [String]? {
        guard let share = try? ask("anna", "share.get")["share"] else { return nil }
        return (share["participants"]?.arrayValue ?? []).map { participant in
            ["handle", "role", "permission", "acceptance"].compactMap { participant[$0]?.stringValue }
                .joined(separator: " ")
        }
    }
}
