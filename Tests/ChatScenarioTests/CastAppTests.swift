import ChatProtocol
import Testing

@testable import ChatScenario

@Suite struct CastAppTests {
    @Test func theBundleIDComesFromTheName() {
        #expect(CastApp(name: "Notes").id == AppID("com.example.notes"))
        #expect(CastApp(name: "Film Club 2").id == AppID("com.example.filmclub2"))
        #expect(CastApp(name: "écran").id == AppID("com.example.cran"))
        #expect(CastApp(name: "日本").id == AppID("com.example.app"))
    }

    @Test func rulesBecomeAnAssociationInTheirOrder() throws {
        var app = CastApp(name: "Notes")
        app.rules.append(try #require(CastApp.Rule("notes.example/d/private/*", isExcluded: true)))
        app.rules.append(try #require(CastApp.Rule("https://notes.example", isExcluded: false)))
        app.rules.append(try #require(CastApp.Rule("notes.example/d/*#top", isExcluded: false)))
        #expect(app.domains == ["notes.example"])
        let components: JSONValue = [
            ["/": "/d/private/*", "exclude": true], ["/": "*"], ["/": "/d/*", "#": "top"],
        ]
        let detail: JSONValue = ["appIDs": ["UNDERSTUDY.com.example.notes"], "components": components]
        #expect(app.association == ["applinks": ["details": [detail]]])
    }

    @Test(arguments: ["", "/d/*", "https://", "#top"])
    func aRuleNamesADomain(_ text: String) {
        #expect(CastApp.Rule(text, isExcluded: false) == nil)
    }
}
