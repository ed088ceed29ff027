import ChatProtocol
import ChatTestKit
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatEngine

/// The time of a request grows linearly with its bytes, for any content, because other clients wait for it.
struct HostileTextTests {
    private final class Fixture {
        let server: EngineFixture
        let anna: EngineClient
        let bea: EngineClient
        let observer: EngineClient
        let conversation: JSONValue

        init() throws {
            server = try EngineFixture {
                $0.limits.messageBytes = 4_000_000
                $0.limits.textCharacters = 1_000_000
                $0.limits.edits = 1_000
            }
            anna = try server.person("anna")
            bea = try server.person("bea")
            observer = try server.observer()
            conversation = try #require(
                try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"])
        }
    }

    @Test("the time of a request grows linearly with the bytes of a hostile text", arguments: HostileText.all)
    func timeOfARequestGrowsWithItsText(_ hostile: HostileText) throws {
        let fixture = try Fixture()
        let sent = try fixture.anna.ask("message.send", ["conversation": fixture.conversation, "text": "Hi"])
        let message = try #require(sent["message"]?["id"])
        let works: [(String, JSONValue, String)] = [
            ("message.send", ["conversation": fixture.conversation], "text"),
            ("message.edit", ["message": message], "text"),
            ("message.search", [:], "text"), ("conversation.rename", ["conversation": fixture.conversation], "name"),
            ("conversation.create", ["participants": ["carl"]], "name"), ("contact.add", [:], "handle"),
            ("link.open", [:], "url"), ("link.explain", [:], "url"), ("delivery.explain", ["person": "anna"], "about"),
        ]
        for (method, params, member) in works {
            let growth = Growth.overEightfold(TestExtent.isWhole ? 8_000 : 3_000) { bytes in
                let params = with(params, member, .string(hostile.text(bytes: bytes)))
                _ = (method == "delivery.explain" ? fixture.observer : fixture.anna).refusal(method, params)
            }
            #expect(growth < Growth.most, "\(method) of \(hostile) grows by \(growth)")
        }
    }

    @Test("the time of a request grows linearly with the length of its lists, accepted or refused")
    func timeOfARequestGrowsWithItsLists() throws {
        let fixture = try Fixture()
        func list(_ count: Int, _ element: (Int) -> JSONValue) -> JSONValue { .array((0..<count).map(element)) }
        func handles(_ count: Int) -> JSONValue { list(count) { .string("person\($0)") } }
        func switches(_ count: Int) -> JSONValue {
            .object(JSONObject((0..<count).map { .init(key: "com.example.a\($0)", value: true) }))
        }
        let app: JSONValue = ["app": "com.example.notes", "name": "Notes"]
        let works: [(String, EngineClient, (Int) -> JSONValue)] = [
            // The last handle is Anna's own, so the server refuses the request.
            ("contact.add", fixture.anna, { ["handles": .array((handles($0).arrayValue ?? []) + ["anna"])] }),
            ("conversation.create", fixture.anna, { ["participants": handles($0 * 4)] }),
            ("settings.set", fixture.anna, { ["automaticSharing": ["apps": switches($0)]] }),
            ("settings.set", fixture.anna, { ["automaticSharing": ["conversations": switches($0)]] }),
            ("settings.set", fixture.anna, { ["readReceipts": ["conversations": switches($0)]] }),
            ("app.register", fixture.observer, { with(app, "domains", list($0) { .string("a\($0).example") }) }),
            (
                "app.register", fixture.observer,
                { with(with(app, "domains", ["a.example"]), "documentTypes", list($0) { .string("t\($0)") }) }
            ),
            (
                "app.register", fixture.observer,
                {
                    with(
                        with(app, "domains", ["a.example"]), "activities",
                        list($0 / 2) { ["type": .string("t\($0)"), "title": "T", "accepts": ["link"]] })
                }
            ),
            (
                "site.publish", fixture.observer,
                { count in
                    let components = list(count) { ["/": .string("/\($0)/*")] }
                    let details: JSONValue = [["appIDs": ["TEAM.com.example.notes"], "components": components]]
                    return ["domain": "a.example", "association": ["applinks": ["details": details]]]
                }
            ),
        ]
        for (index, (method, client, params)) in works.enumerated() {
            let growth = Growth.overEightfold(500) { _ = client.refusal(method, params($0)) }
            #expect(growth < Growth.most, "\(method) (\(index)) grows by \(growth)")
        }
    }
}
