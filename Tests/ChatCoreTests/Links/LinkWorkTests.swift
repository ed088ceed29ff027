import ChatProtocol
import Testing

@testable import ChatCore

/// The cost of one link, also with hostile files. It is counted in steps, not in time.
struct LinkWorkTests {
    private static let app = AppID("com.example.a")
    private static let stars = "/" + String(repeating: "*a", count: 1_000) + "b"

    private func file(_ components: [JSONValue]) throws -> SiteAssociation {
        try SiteAssociation([
            "applinks": ["details": [["appID": .string("X.\(Self.app)"), "components": .array(components)]]]
        ])
    }

    private func reading(_ file: SiteAssociation, _ address: String) throws -> AssociationReading {
        var reading = AssociationReading(file, of: try CanonicalURL(address))
        #expect(reading.answer(for: Self.app) == .noComponent)
        return reading
    }

    @Test func patternsWithManyStarsTakeBoundedSteps() throws {
        let file = try file([JSONValue](repeating: ["/": .string(Self.stars)], count: 55))
        let steps = try reading(file, "https://n.example/" + String(repeating: "a", count: 2_000)).steps
        #expect(steps <= file.stepsMax && file.stepsMax <= SiteAssociation.stepsMax)
        #expect(steps < 55 * 10_000, "\(steps)")
    }

    @Test func queryIsParsedOncePerLink() throws {
        let components = (0..<900).map { JSONValue.object(JSONObject([.init(key: "?", value: ["k\($0)": "x"])])) }
        let file = try file(components)
        let steps = try reading(file, "https://n.example/?" + String(repeating: "a&", count: 1_000)).steps
        #expect(steps < 20 * components.count, "\(steps)")
        var subject = LinkSubject(try CanonicalURL("https://n.example/?a=1&a=1&b"))
        var spent = 0
        for component in file.details[0].components { _ = component.firstMiss(of: &subject, steps: &spent) }
        #expect(subject.readings == 1)
        #expect(subject.form(.init()).items == [["a"]: [["1"]], ["b"]: [[]]])
    }

    @Test func detailIsEvaluatedOnceForAllItsApps() throws {
        let apps = (0..<500).map { AppID("a\($0)") }
        let ids = apps.map { JSONValue.string("X.\($0)") }
        let components = [JSONValue](repeating: ["/": "/x/*"], count: 50)
        let file = try SiteAssociation([
            "applinks": ["details": [["appIDs": .array(ids), "components": .array(components)]]]
        ])
        let url = try CanonicalURL("https://n.example/y")
        var reading = AssociationReading(file, of: url)
        for app in apps { #expect(reading.answer(for: app) == .noComponent) }
        #expect(reading.steps <= file.stepsMax)
        var router = LinkRouter()
        let domain = try #require(DomainPattern("n.example"))
        for app in apps { router.register(app, domains: [domain]) }
        router.publish(file, on: domain)
        let missed = router.route(url).trail.filter { if case .missed = $0 { true } else { false } }
        #expect(missed.count <= LinkRouter.missesMax)
    }

    /// An accepted file never takes more steps than its own bound.
    @Test(arguments: UInt64(1)...20) func linkTakesAtMostTheStepsOfItsFile(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = ["a", "/", "*", "*", "?", "$(w)", "$(alpha)", "$(lang)", "aa", "b"]
        let text = { (max: Int) in
            (0..<Int.random(in: 0...max, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
        }
        var components: [JSONValue] = []
        for _ in 0..<20 {
            let query: JSONValue = ["a": .string(text(5)), "aa": .string(text(5))]
            components.append(["/": .string(text(20)), "?": query, "#": .string(text(8))])
        }
        let json: JSONValue = [
            "applinks": [
                "substitutionVariables": ["w": ["a", "aa", "*b", "?a"]],
                "details": [["appID": .string("X.\(Self.app)"), "components": .array(components)]],
            ]
        ]
        // A file over the limit is refused, which is correct as well.
        guard let file = try? SiteAssociation(json) else { return }
        for address in [
            "https://n.example/" + String(repeating: "a", count: 1_500),
            "https://n.example/aaa?" + String(repeating: "a=aa&aa&", count: 200) + "#aaaa",
        ] {
            var reading = AssociationReading(file, of: try CanonicalURL(address))
            _ = reading.answer(for: Self.app)
            #expect(reading.steps <= file.stepsMax)
        }
    }

    // MARK: Refused

    @Test func fileOverTheStepLimitIsRefusedWithPlaceAndLimit() throws {
        let expensive: JSONValue = ["/": .string("*" + String(repeating: "?a", count: 60) + "*")]
        let fault = #expect(throws: SiteAssociation.Fault.self) {
            _ = try file([JSONValue](repeating: expensive, count: 9))
        }
        #expect(
            fault?.place == "applinks.details[0].components[8]" || fault?.place == "applinks.details[0].components[7]")
        #expect(fault?.problem.contains("more than 2000000 steps for a link") == true)
    }

    @Test func ordinaryFileOf800PatternsIsAccepted() throws {
        var components: [JSONValue] = []
        for number in 0..<400 {
            components.append(["/": .string("/$(lang)/products/\(number)/*"), "comment": "a product"])
            components.append(["/": .string("/shop/*/item-\(number)/*"), "exclude": true])
        }
        let file = try file(components)
        guard
            case .opens(let component) = file.answer(
                try CanonicalURL("https://n.example/de/products/399/a"), for: Self.app)
        else {
            Issue.record("not opened")
            return
        }
        #expect(component.place == "applinks.details[0].components[798]")
    }

    @Test func inheritedPatternCountsForEachComponent() {
        let fault = #expect(throws: SiteAssociation.Fault.self) {
            _ = try SiteAssociation([
                "applinks": [
                    "defaults": ["/": .string("/" + String(repeating: "a", count: 2_000))],
                    "details": [
                        [
                            "appID": .string("X.\(Self.app)"),
                            "components": .array([JSONValue](repeating: [:], count: 20_000)),
                        ]
                    ],
                ]
            ])
        }
        #expect(fault?.place.hasPrefix("applinks.details[0].components[") == true)
    }

    @Test func longCommentIsTruncated() throws {
        let file = try file([["comment": .string(String(repeating: "c", count: 50_000))]])
        #expect(file.details[0].components[0].comment?.count == SiteAssociation.commentMax + 1)
    }
}
