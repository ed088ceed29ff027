import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine

/// The limits on apps, sites and previews in a world, each tested at the limit and past it.
struct WorldOfLinksLimitTests {
    private let server: EngineFixture
    private let observer: EngineClient

    init() throws {
        server = try EngineFixture()
        observer = try server.observer()
    }

    private func app(_ number: Int, _ more: JSONValue = [:]) -> JSONValue {
        let name = JSONValue.string("com.example.a\(number)")
        let params: JSONValue = ["app": name, "domains": [.string("a\(number).example")]]
        return params.adding(more["name"] == nil ? ["name": name] : [:]).adding(more)
    }

    private func refusal(_ method: String, _ params: JSONValue) -> String? {
        do {
            try observer.ask(method, params)
            return nil
        } catch {
            return (error as? RPCError)?.message
        }
    }

    @Test("a world has at most a thousand apps, and each can still be changed")
    func worldHasAtMostAThousandApps() throws {
        for number in 0..<AppDecisions.appsMax { try observer.ask("app.register", app(number)) }
        #expect(refusal("app.register", app(AppDecisions.appsMax))?.contains("1000 apps") == true)
        #expect(refusal("app.register", app(7, ["name": "Again"])) == nil, "one that is there may change")
    }

    @Test("a world has at most a thousand published sites, and each can still be changed")
    func worldHasAtMostAThousandSites() throws {
        func site(_ number: Int) -> JSONValue {
            ["domain": .string("s\(number).example"), "association": .object(JSONObject([]))]
        }
        for number in 0..<SiteDecisions.sitesMax { try observer.ask("site.publish", site(number)) }
        #expect(refusal("site.publish", site(SiteDecisions.sitesMax))?.contains("1000") == true)
        #expect(refusal("site.publish", site(7).adding(["association": .null])) == nil)
    }

    @Test("the associations of a world have at most 16 MiB together")
    func associationsHaveAtMost16MiB() throws {
        let filling = String(repeating: "x", count: 120_000)
        let association: JSONValue = ["applinks": ["details": []], "filling": .string(filling)]
        var count = 0
        var refused: String?
        while refused == nil, count < 200 {
            let site: JSONValue = ["domain": .string("s\(count).example"), "association": association]
            refused = refusal("site.publish", site)
            count += 1
        }
        #expect(refused?.contains("\(SiteDecisions.associationBytesMax)") == true, "\(refused ?? "never refused")")
        #expect((130...145).contains(count), "\(count) files of 120 kB")
        let empty: JSONValue = ["domain": "s0.example", "association": .null]
        #expect(refusal("site.publish", empty) == nil)
        let last: JSONValue = ["domain": .string("s\(count).example"), "association": association]
        #expect(refusal("site.publish", last) == nil, "what one gave up another may take")
    }

    @Test("an app with previews that need too many steps is refused")
    func expensivePreviewsAreRefused() throws {
        func previews(_ count: Int) -> JSONValue {
            let path = "/" + String(repeating: "*a", count: 90)
            return ["previews": .array((0..<count).map { _ in ["path": .string(path), "title": "t"] })]
        }
        var most = 0
        for count in 1...App.previewsTried where refusal("app.register", app(1, previews(count))) == nil {
            most = count
        }
        #expect(most >= 1)
        if most < App.previewsTried {
            let refused = refusal("app.register", app(1, previews(most + 1)))
            #expect(refused?.contains("previews[\(most)]") == true && refused?.contains("steps") == true)
        }
        let long: JSONValue = ["previews": [["path": .string("/" + String(repeating: "a", count: 200)), "title": "t"]]]
        #expect(refusal("app.register", app(1, long))?.contains("previews[0].path") == true)
    }

    @Test("the first matching preview applies, among both exact paths and patterns")
    func exactPathsAndPatternsKeepTheirOrder() throws {
        let registered = App(
            id: AppID("a"), name: "A", domains: [], association: [:], backends: [], capabilities: [],
            previews: [
                AppPreview(path: "/d/1", content: LinkPreview(title: "first")),
                AppPreview(path: "/d/*", content: LinkPreview(title: "all")),
                AppPreview(path: "/d/2", content: LinkPreview(title: "never")),
                AppPreview(path: "/e", content: LinkPreview(title: "exact")),
            ])
        let previews = AppPreviews(registered)
        func title(_ path: String) throws -> String? {
            previews.preview(for: try CanonicalURL("https://a.example\(path)"))?.title
        }
        #expect(try title("/d/1") == "first")
        #expect(try title("/d/2") == "all")
        #expect(try title("/e") == "exact")
        #expect(try title("/f") == nil)
    }
}

extension App {
    fileprivate static let previewsTried = 100
}
