import ChatProtocol
import Testing

@testable import ChatCore

/// Random association files. The reader routes a link by each file or refuses the file with a place, and never crashes.
struct AssociationFuzzTests {
    @Test(arguments: UInt64(1)...40) func randomFileIsReadOrRefusedWithItsPlace(seed: UInt64) throws {
        var random = RandomAssociation(seed: seed)
        let app = AppID("com.example.a")
        let url = try CanonicalURL("https://x.example/a/b?c=d&c#e")
        let domain = try #require(DomainPattern("x.example"))
        var readCount = 0
        for _ in 0..<150 {
            do {
                let file = try SiteAssociation(["applinks": random.links()])
                readCount += 1
                var router = LinkRouter()
                router.register(app, domains: [domain], association: file)
                let decision = router.route(url)
                #expect(decision.app == router.app(for: url))
                let outcome = try #require(decision.trail.last).outcome
                #expect((decision.app != nil) == (outcome == .opens))
            } catch let fault as SiteAssociation.Fault {
                #expect(fault.place.hasPrefix("applinks") && !fault.problem.isEmpty)
            }
        }
        #expect(readCount > 0)
    }
}

/// A generator of mostly well-formed files, so that the reader reaches nested members.
private struct RandomAssociation {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let keys = [
        "details", "defaults", "substitutionVariables", "appID", "appIDs", "components", "paths", "/", "?", "#",
        "exclude", "caseSensitive", "percentEncoded", "comment", "food", "",
    ]
    private static let texts = [
        "*", "?*", "/a/*", "X.com.example.a", "NOT /a/*", "$(food)", "$(digit)$(lang)", "$(", "%", "%c3%A9", "é", "",
        "\u{0}", "a=b",
    ]

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func text() -> JSONValue { .string(Self.texts[number(0..<Self.texts.count)]) }

    private mutating func flag() -> JSONValue { .bool(number(0..<2) == 0) }

    /// Returns an object with some of the members. A few values are replaced by random ones.
    private mutating func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var kept: [JSONObject.Member] = []
        for (key, value) in members where number(0..<5) > 0 {
            kept.append(.init(key: key, value: number(0..<30) == 0 ? anything(depth: 0) : value))
        }
        return .object(JSONObject(kept))
    }

    private mutating func component() -> JSONValue {
        let query: JSONValue = number(0..<2) == 0 ? text() : ["a": text(), "c": text()]
        return object([
            ("/", text()), ("?", query), ("#", text()), ("exclude", flag()), ("caseSensitive", flag()),
            ("percentEncoded", flag()),
        ])
    }

    private mutating func detail() -> JSONValue {
        var components: [JSONValue] = []
        for _ in 0..<number(0..<4) { components.append(component()) }
        return object([
            ("appID", "X.com.example.a"), ("defaults", component()), ("components", .array(components)),
            ("paths", [text()]),
        ])
    }

    mutating func links() -> JSONValue {
        object([
            ("defaults", component()), ("substitutionVariables", ["food": [text()]]),
            ("details", [detail(), detail()]),
        ])
    }

    private mutating func anything(depth: Int) -> JSONValue {
        switch number(0..<(depth > 4 ? 5 : 7)) {
        case 0: return .null
        case 1: return flag()
        case 2: return .integer(Int64(number(-9..<9)))
        case 3, 4: return text()
        case 5: return [anything(depth: depth + 1), anything(depth: depth + 1)]
        default:
            let key = Self.keys[number(0..<Self.keys.count)]
            return .object(JSONObject([.init(key: key, value: anything(depth: depth + 1))]))
        }
    }
}
