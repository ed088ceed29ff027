import ChatProtocol
import Testing

@testable import ChatClient

/// The options `--match` and `--get`, and the report of a near miss.
@Suite struct NotificationMatchTests {
    private let params: JSONValue = [
        "cursor": 17, "alerted": ["bea", "carl"],
        "notice": [
            "url": "https://notes.example/d/1?a=1&b=2", "count": 2, "text": "Anna and Bea edited “Trip plan”",
            "share": .number(0.5), "isOpen": true,
            "links": [["url": "https://a.example"], ["url": "https://b.example"]],
        ],
    ]

    private func misses(_ text: String) throws -> [String] { try NotificationMatch(text).misses(in: params) }

    @Test(arguments: [
        ("notice.posted", "notice.count=1 and notice.actions and alert=true"),
        ("message.posted", "message.links.0.url~a"),
        ("message.posted", "message.links.url~a"), ("conversation.changed", "conversation.lastMessage.text=x"),
        ("message.posted", #"{"message": {"mentions": [{"handle": "bea"}]}}"#),
        ("notice.posted", "notice.event.type=change"), ("document.changed", "change.type=change and by=anna"),
        ("receipt", "status=read and sequence>=0 and status~ea"), ("message.changed", "change.kind!=edited"),
        ("notice.posted", "alert!=true and notice.count<2 and notice.people=bea"),
        ("message.posted", #"{"message": {"links": [{"range": {"length": 3}}]}, "alerted": ["bea"]}"#),
        ("share.changed", "gone=removed"), ("fault.fired", "device=1 and do=drop"),
        ("request.done", "params.limit=five"),
    ])
    func conditionsOnFieldsOfTheNotificationFitTheSchema(name: String, text: String) throws {
        for claim in try NotificationMatch(text).claims {
            #expect(NotificationSchema().stranger(on: claim.path, of: [name]) == nil, "\(claim)")
            #expect(NotificationSchema().misfit(claim, of: [name]) == nil, "\(claim)")
        }
    }

    @Test(
        "a value that its member never has is refused with what it has, whatever the comparison",
        arguments: [
            ("notice.posted", "notice.count=two", "a whole number from 1"),
            ("notice.posted", "notice.count!=two", "a whole number from 1"),
            ("notice.posted", "notice.count=0", "a whole number from 1"),
            ("notice.posted", "notice.count<1", "a whole"),
            ("notice.posted", "notice.count~1", "a whole number from 1"),
            ("notice.posted", "notice.count=1.5", "a whole number from 1"),
            ("notice.posted", "alert=yes", "true or false"), ("notice.posted", "alert!=no", "true or false"),
            ("message.changed", "change.kind=editted", "edited, or reacted, or unsent"),
            ("message.changed", "change.kind!=editted", "edited, or reacted, or unsent"),
            ("receipt", "status=seen", "one of delivered, read"), ("notice.posted", "notice=n1", "an object with id"),
            ("notice.posted", #"{"notice": {"count": "2"}}"#, "a whole number from 1"),
            ("notice.posted", #"{"alert": "true"}"#, "true or false"),
            ("message.posted", #"{"message": {"links": {"url": "x"}}}"#, "a list"),
            ("message.posted", "message.links.range.length=-1", "a whole number from 0 to 2147483647"),
            ("document.changed", "change.type=rename", "change, or persistence"),
        ])
    func impossibleValueIsRefused(name: String, text: String, words: String) throws {
        let misfits = try NotificationMatch(text).claims.compactMap { NotificationSchema().misfit($0, of: [name]) }
        #expect(misfits.count == 1 && misfits[0].hasPrefix(words), "\(misfits)")
    }

    @Test(arguments: [
        ("notice.posted", "notcie.count=1", "notcie", "notice"), ("notice.posted", "notice.txt~a", "txt", "text"),
        ("message.posted", "message.links.0.titl~a", "titl", "title"),
        ("message.posted", #"{"message": {"mentions": [{"hanlde": "bea"}]}}"#, "hanlde", "handle"),
    ])
    func aSlipOfThePenIsTold(name: String, text: String, member: String, near: String) throws {
        let strangers = try NotificationMatch(text).claims.compactMap {
            NotificationSchema().stranger(on: $0.path, of: [name])
        }
        #expect(strangers.map(\.member) == [member] && strangers.first?.near == near, "\(strangers)")
    }

    @Test(arguments: [
        "notice.url=https://notes.example/d/1?a=1&b=2", "notice.count>=2", "notice.count = 2", "notice.count==2.0",
        "notice.count>1 and notice.count<3 and notice.count<=2", "notice.share<1", "notice.isOpen=true",
        "notice.text~Trip", #"notice.text="Anna and Bea edited “Trip plan”""#, "alerted=carl", "alerted!=dana",
        "notice.links.url=https://b.example", "notice.links.1.url=https://b.example", "notice", "notice.missing!=1",
        #"{"cursor": 17, "alerted": ["carl"]}"#, #" {"notice": {"links": [{"url": "https://b.example"}]}}"#, "{}",
    ])
    func aTrueConditionMatchesTheNotification(text: String) throws {
        #expect(try misses(text) == [])
    }

    @Test(arguments: [
        ("notice.count>=3", "notice.count is 2, not >= 3"), ("notice.count=two", "notice.count is 2, not = two"),
        (
            "notice.links.0.url=https://b.example",
            #"notice.links.0.url is "https://a.example", not = https://b.example"#
        ),
        ("alerted!=bea", #"alerted is "bea", "carl", not != bea"#), ("notice.actions", "notice.actions is missing"),
        ("notice.isOpen=false", "notice.isOpen is true, not = false"), ("notice=x", #"notice is {"url""#),
        (#"{"notice": {"count": 3}}"#, "notice.count is 2, not 3"),
        (#"{"alerted": ["dana"]}"#, #"alerted has no "dana""#),
        (#"{"notice": {"actions": []}}"#, "notice.actions is missing"),
    ])
    func aFalseConditionReportsTheDifference(text: String, miss: String) throws {
        let misses = try misses(text)
        #expect(misses.count == 1 && misses[0].hasPrefix(miss), "\(misses)")
    }

    @Test func eachConditionIsToldOf() throws {
        #expect(try misses("notice.count=3 and cursor=17 and notice.gone").count == 2)
    }

    @Test(arguments: [
        ("", "is not a condition"), ("a and b c", "“b c” is not a condition"), ("=1", "is not a condition"),
        ("a..b=1", "is not a condition"), ("a!1", "has no operator"), ("{", "it is not valid JSON at byte"),
    ])
    func aMalformedConditionIsRefused(text: String, problem: String) throws {
        do throws(NotificationMatch.Problem) {
            _ = try NotificationMatch(text)
            Issue.record("“\(text)” was taken")
        } catch {
            #expect(error.description.contains(problem))
        }
    }
}
