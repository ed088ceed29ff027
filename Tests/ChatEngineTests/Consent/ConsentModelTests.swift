import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import ChatEngine

/// Random changes of a person's consents, made through the whole server and compared with a table.
struct ConsentModelTests {
    /// The next state of a consent, by its state and the input; any other input keeps the state. `ask` is a pin that
    /// the consent policy allows to ask.
    private static let table: [String: [String: String]] = [
        "unset": ["ask": "offered", "on": "on", "off": "revoked"],
        "offered": ["allow": "on", "notNow": "postponed", "never": "never", "on": "on", "off": "revoked"],
        "on": ["off": "revoked"], "revoked": ["on": "on"],
        "postponed": ["ask": "offered", "on": "on", "off": "revoked"], "never": ["on": "on", "off": "revoked"],
    ]

    private struct Model {
        var state = "unset"
        var notNows = 0
        var last: Int64 = 0
        var question: ConsentID = "q404"
        /// The states entered so far, in order.
        var path: [String] = []

        mutating func go(_ to: String) {
            guard to != state else { return }
            state = to
            path.append(to)
            if to == "on" || to == "revoked" { notNows = 0 }
        }

        mutating func take(_ input: String, everywhere: Bool, now: Int64) {
            switch input {
            case "ask":
                let isTooSoon = notNows > 0 && now - last <= 7 * 86_400_000
                guard everywhere, !isTooSoon, notNows < 3 else { return }
            case "withdraw":
                if state == "offered" { go(notNows == 0 ? "unset" : "postponed") }
                return
            case "notNow" where state == "offered":
                notNows += 1
                last = now
            default: break
            }
            if let next = ConsentModelTests.table[state]?[input] { go(next) }
        }
    }

    private static let apps: [AppID] = ["com.example.notes", "com.example.maps"]
    private static let sites = ["notes.example", "maps.example"]

    @Test(
        "consents match the model in any order of pins, answers, switches, waits and restarts",
        arguments: TestExtent.seeds(8, whole: 24))
    func consentsMatchTheModelInAnyOrder(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let trip = try TripFixture()
        try trip.observer.app.register(app: "com.example.maps", name: "Maps", domains: ["maps.example"])
        var people = (anna: trip.anna, bea: trip.bea, observer: trip.observer)
        var models = [Model(), Model()]
        var everywhere = true
        var now: Int64 = 0
        for step in 0..<60 {
            let index = Int.random(in: 0...1, using: &random)
            let app = Self.apps[index]
            var input =
                ["ask", "ask", "ask", "allow", "notNow", "notNow", "never", "on", "off", "master", "wait"]
                .randomElement(using: &random) ?? "wait"
            if Int.random(in: 0..<12, using: &random) == 0 { input = "restart" }
            let place = "seed \(seed), step \(step): \(input) \(app) in \(models[index].state)"
            switch input {
            case "ask":
                let url = "https://\(Self.sites[index])/\(step)"
                try people.anna.message.send(conversation: trip.conversation, text: url)
                _ = people.bea.takeReceived()
                try people.bea.link.pin(conversation: trip.conversation, url: url)
                let before = models[index].state
                models[index].take("ask", everywhere: everywhere, now: now)
                let asked = people.bea.received("consent.requested")
                let isAsked = before != "offered" && models[index].state == "offered"
                #expect(asked.compactMap { $0["app"] } == (isAsked ? [JSONValue(app)] : []), "\(place)")
                if let question = asked.first?["consent"]?.stringValue { models[index].question = .init(question) }
            case "allow", "notNow", "never":
                let waits = models[index].state == "offered"
                let answer = try #require(ConsentRequest.Answer(rawValue: input))
                let question = models[index].question
                let refusal = people.bea.refusal { try $0.consent.answer(consent: question, answer: answer) }
                #expect(refusal == (waits ? nil : .notFound), "\(place)")
                models[index].take(input, everywhere: everywhere, now: now)
            case "on", "off":
                try people.bea.settings.set(sharing: .init(apps: .init([(app, input == "on")])))
                models[index].take(input, everywhere: everywhere, now: now)
            case "master":
                everywhere.toggle()
                try people.bea.settings.set(sharing: .init(everywhere: everywhere))
                if !everywhere { for each in 0...1 { models[each].take("withdraw", everywhere: false, now: now) } }
            case "restart":
                try trip.server.restart()
                people = (
                    try trip.server.person("anna"), try trip.server.person("bea"), try trip.server.observer()
                )
            default:
                let milliseconds =
                    ([86_400_000, 604_800_000, 604_800_001] as [Int64]).randomElement(using: &random) ?? 1
                try people.observer.clock.advance(.milliseconds(milliseconds))
                now += milliseconds
            }
            try compare(models, everywhere, people.bea, place)
        }
    }

    private func compare(_ models: [Model], _ everywhere: Bool, _ bea: EngineClient, _ place: String) throws {
        let settings = try bea.settings.get()
        #expect(settings.sharing.everywhere == everywhere, "\(place)")
        for (app, model) in zip(Self.apps, models) {
            #expect(settings.sharing.apps[app] == ["on": true, "revoked": false][model.state], "\(place)")
            #expect(settings.consents.count { $0.app == app } == (model.state == "offered" ? 1 : 0), "\(place)")
            let audit = try bea.settings.audit(app: app).changes
            #expect(audit.map(\.to.rawValue) == model.path, "\(place)")
            #expect(audit.map(\.from.rawValue) == Array((["unset"] + model.path).dropLast()), "\(place)")
        }
    }
}
