import ChatProtocol
import Testing

@testable import ChatScenario

/// Leaks of personal data to an app, and values that only resemble a leak.
@Suite struct PrivacyCheckTests {
    private let check = PrivacyCheck(
        words: ["Anna", "anna", "Weekend", "See you at the lake", "O'Neil"], ids: ["c8", "m12"])

    private func leaks(_ json: String) throws -> [String] {
        check.leaks(in: [try JSONReader.read(Array(json.utf8)).value])
    }

    @Test(arguments: [
        (#"{"id": "c8"}"#, [".id: c8"]), (#"{"title": "Anna"}"#, [".title: Anna"]),
        (#"{"contentType": "from Anna"}"#, [".contentType: from Anna"]),
        (#"{"type": "anna@example.com"}"#, [".type: anna@example.com"]),
        (#"{"type": "“Weekend”"}"#, [".type: “Weekend”"]), (#"{"type": "O'Neil's"}"#, [".type: O'Neil's"]),
        (#"{"type": "Re: See you at the lake!"}"#, [".type: Re: See you at the lake!"]),
        (#"{"added": [{"id": "h1"}, {"id": "m12"}]}"#, [".added.id: m12"]),
        (#"{"from": "x"}"#, [".from"]), (#"{"document": {"author": "bea", "title": "Plan"}}"#, [".document.author"]),
        (#"{"participants": ["anna"]}"#, [".participants", ".participants: anna"]), (#"["Anna"]"#, [": Anna"]),
        (#"{"app": {"name": "Anna"}}"#, [".app.name: Anna"]),
    ])
    func valuesAboutPeopleAreLeaks(_ json: String, _ found: [String]) throws {
        #expect(try leaks(json) == found)
    }

    /// The random id `…c8…` does not reveal the conversation `c8` to an app.
    @Test(arguments: [
        #"{"id": "h-4c8e1", "contentType": "c8.document"}"#, #"{"id": "c80"}"#, #"{"type": "Annabelle, Hanna"}"#,
        #"{"url": "https://notes.example/anna/c8", "title": "Plan for the Weekend with Anna"}"#,
        #"{"document": {"text": "Anna was here.", "comments": [{"text": "O'Neil too"}], "revision": 12}}"#,
        #"{"app": {"name": "Anna's Notes", "domains": ["anna.example"], "manageTitle": "Weekend…"}}"#,
        #"{"title": "Weekender", "createdAt": "2022-09-12T09:00:00.000Z", "cursor": 8, "isMine": true, "more": null}"#,
    ])
    func theAppsOwnAndLookalikeValuesAreNoLeaks(_ json: String) throws {
        #expect(try leaks(json).isEmpty)
    }

    @Test func aStreamIsReadForWhatItToldAndAnswered() throws {
        let messages = [
            #"{"jsonrpc":"2.0","method":"highlights.changed","params":{"added":[{"id":"Anna"}]}}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{"highlights":[{"from":1}]}}"#,
            #"{"jsonrpc":"2.0","id":2,"error":{"code":-32003,"message":"Ask Anna.","data":{"reason":"x"}}}"#,
        ]
        #expect(
            check.leaks(in: PrivacyCheck.payloads(of: messages.map { Array($0.utf8) })) == [
                ".added.id: Anna", ".highlights.from", ": Ask Anna.",
            ])
    }

    @Test func aCheckWithoutPeopleFindsNoLeaks() throws {
        #expect(PrivacyCheck().leaks(in: [.string("Anna"), .null, ["a", 1, true]]).isEmpty)
    }
}
