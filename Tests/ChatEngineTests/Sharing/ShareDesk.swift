import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Anna's document “Trip plan”, to which Bea and Carl are invited. Dora and Emil are strangers.
struct ShareDesk {
    let trip: TripFixture
    let dora: EngineClient
    let emil: EngineClient
    var anna: EngineClient { trip.anna }
    var bea: EngineClient { trip.bea }
    var carl: EngineClient { trip.carl }
    static let share = ShareReference.url(TripFixture.url)
    /// The share, by its link.
    var share: ShareReference { Self.share }

    init() throws {
        trip = try TripFixture()
        dora = try trip.server.person("dora")
        emil = try trip.server.person("emil")
    }

    func client(_ name: String) -> EngineClient {
        switch name {
        case "anna": anna
        case "bea": bea
        case "carl": carl
        case "dora": dora
        case "emil": emil
        default: trip.observer
        }
    }

    /// Returns the reason and the rule of a refused request, and checks that it changes nothing; nil if the request
    /// succeeds.
    func refusal<Value>(
        _ client: EngineClient, sourceLocation: SourceLocation = #_sourceLocation,
        _ request: (EngineClient) throws -> Value
    ) -> String? {
        guard trip.server.refusal(of: client, sourceLocation: sourceLocation, request) != nil else { return nil }
        let data = client.raw.last { $0["error"] != nil }?["error"]?["data"]
        return "\(data?["reason"]?.stringValue ?? "?") \(data?["rule"]?.stringValue ?? "-")"
    }

    func refusal(
        _ client: EngineClient, _ request: Request, sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        refusal(client, sourceLocation: sourceLocation) { try $0.succeed(request) }
    }

    /// Returns the participants as the owner sees them, as `bea privateUser readWrite pending`; nil without a share.
    func people() -> [String]? {
        try? anna.share.get(share).share.participants.map {
            "\($0.handle) \($0.role.rawValue) \($0.permission.rawValue) \($0.acceptance.rawValue)"
        }
    }
}
