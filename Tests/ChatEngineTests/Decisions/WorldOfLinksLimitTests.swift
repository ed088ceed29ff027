import ChatProtocol
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

    private func register(_ number: Int, name: String? = nil, previews: [AppPreview] = []) -> String? {
        let app = AppID("com.example.a\(number)")
        return refusal {
            try $0.app.register(
                app: app, name: name ?? app.rawValue, domains: ["a\(number).example"], previews: previews)
        }
    }

    private func publish(_ number: Int, _ association: JSONValue?) -> String? {
        refusal { try $0.site.publish(domain: "s\(number).example", association: association) }
    }

    /// Returns the message of a refused request; nil if it succeeds.
    private func refusal<Value>(_ request: (EngineClient) throws -> Value) -> String? {
        do {
            _ = try request(observer)
            return nil
        } catch {
            return (error as? RPCError)?.message ?? "\(error)"
        }
    }

    @Test("a world has at most a thousand apps, and each can still be changed")
    func worldHasAtMostAThousandApps() throws {
        for number in 0..<AppDecisions.appsMax { #expect(register(number) == nil) }
        #expect(register(AppDecisions.appsMax)?.contains("1000 apps") == true)
        #expect(register(7, name: "Again") == nil, "one that is there may change")
    }

    @Test("a world has at most a thousand published sites, and each can still be changed")
    func worldHasAtMostAThousandSites() throws {
        for number in 0..<SiteDecisions.sitesMax { #expect(publish(number, [:]) == nil) }
        #expect(publish(SiteDecisions.sitesMax, [:])?.contains("1000") == true)
        #expect(publish(7, nil) == nil)
    }

    @Test("the associations of a world have at most 16 MiB together")
    func associationsHaveAtMost16MiB() throws {
        let filling = String(repeating: "x", count: 120_000)
        let association: JSONValue = ["applinks": ["details": []], "filling": .string(filling)]
        var count = 0
        var refused: String?
        while refused == nil, count < 200 {
            refused = publish(count, association)
            count += 1
        }
        #expect(refused?.contains("\(SiteDecisions.associationBytesMax)") == true, "\(refused ?? "never refused")")
        #expect((130...145).contains(count), "\(count) files of 120 kB")
        #expect(publish(0, nil) == nil)
        #expect(publish(count, association) == nil, "what one gave up another may take")
    }

    @Test("an app with previews that need too many steps is refused")
    func expensivePreviewsAreRefused() throws {
        func preview(_ path: String) -> AppPreview { AppPreview(path: path, content: LinkPreview(title: "t")) }
        func registered(_ count: Int) -> String? {
            let path = "/" + String(repeating: "*a", count: 90)
            return register(1, previews: (0..<count).map { _ in preview(path) })
        }
        var most = 0
        for count in 1...App.previewsTried where registered(count) == nil {
            most = count
        }
        #expect(most >= 1)
        if most < App.previewsTried {
            let refused = registered(most + 1)
            #expect(refused?.contains("previews[\(most)]") == true && refused?.contains("steps") == true)
        }
        let long = preview("/" + String(repeating: "a", count: 200))
        #expect(register(1, previews: [long])?.contains("previews[0].path") == true)
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
