import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine

/// A long list of conversations goes on from tick to tick, and is answered as if it had been at once (law 14).
struct LongListTests {
    private let log = FailingLog()
    private let server: EngineFixture
    private let anna: EngineClient
    private let bea: EngineClient
    /// Bea's conversations, the oldest first: the list has them the other way round.
    private let conversations: [JSONValue]

    init() throws {
        server = try EngineFixture(log: log)
        anna = try server.person("anna")
        bea = try server.person("bea")
        var conversations: [JSONValue] = []
        for number in 0..<4 * ConversationListing.effort {
            let members: JSONValue = number == 0 ? ["bea"] : ["bea", "carl", "dora"]
            let created = try anna.ask("conversation.create", ["participants": members])
            conversations.append(try #require(created["conversation"]?["id"]))
        }
        self.conversations = conversations
    }

    private func ids(_ list: JSONValue) -> [JSONValue] {
        list["conversations"]?.arrayValue?.compactMap { $0["id"] } ?? []
    }

    /// What a list says that is asked for now, while nothing happens.
    private func list(of handle: String) throws -> JSONValue { try server.person(handle).ask("conversation.list") }

    @Test("D29: While one lists others are answered, and what the lister asks comes behind")
    func othersAreAnsweredMeanwhile() throws {
        let list = bea.post("conversation.list")
        let behind = bea.post("session.ping")
        let other = anna.post("session.ping")
        #expect(server.flushOnce(), "there is more to do")
        #expect(anna.answers[other]?.count == 1)
        #expect(bea.answers[list] == nil && bea.answers[behind] == nil)
        server.flush()
        #expect(ids(try bea.answer(list)) == conversations.reversed())
        #expect(bea.raw.compactMap { RequestID($0["id"]) }.suffix(2) == [list, behind])
        #expect(!server.flushOnce())
    }

    @Test(
        "D29: A list is answered whatever becomes of what its session asks next",
        arguments: [FailingLog.Failure.unavailable, .conflict])
    func whatCannotBeWrittenTakesNoAnswerWithIt(_ failure: FailingLog.Failure) throws {
        let tablet = try server.person("bea")
        let lists = [bea, tablet].map { $0.post("conversation.list") }
        let behind = [bea, tablet].map {
            $0.post("message.send", ["conversation": conversations[0], "text": "Behind the list"])
        }
        server.flushOnce()
        #expect(bea.answers[lists[0]] == nil)
        (log.failure, log.failuresLeft) = (failure, 1)
        server.flush()
        log.heal()
        for (index, device) in [bea, tablet].enumerated() {
            #expect(ids(try device.answer(lists[index])).count == conversations.count)
            #expect(device.answers[behind[index]]?.count == 1)
        }
    }

    @Test("D29: A list says what is so when it is answered, whatever happened meanwhile")
    func whatIsSaidIsSoWhenItIsSaid() throws {
        let tablet = try server.person("bea")
        let id = bea.post("conversation.list")
        server.flushOnce()
        #expect(bea.answers[id] == nil)
        let (newest, oldest) = (conversations[conversations.count - 1], conversations[0])
        // Of those that are written already, of those that are not, and of the list itself.
        anna.post("message.send", ["conversation": oldest, "text": "Up to the top"])
        anna.post("message.send", ["conversation": newest, "text": "Hi"])
        anna.post("conversation.rename", ["conversation": conversations[conversations.count - 2], "name": "Sea"])
        tablet.post("conversation.mute", ["conversation": conversations[conversations.count - 3], "muted": true])
        tablet.post("conversation.pin", ["conversation": conversations[7], "pinned": true])
        tablet.post("conversation.markUnread", ["conversation": conversations[conversations.count - 4]])
        anna.post(
            "conversation.removeParticipant",
            ["conversation": conversations[conversations.count - 5], "handle": "bea"])
        anna.post("conversation.create", ["participants": ["bea", "eve"]])
        server.flush()
        let answer = try bea.answer(id)
        #expect(try answer == list(of: "bea"))
        #expect(ids(answer).first == conversations[7] && ids(answer).count == conversations.count)
        #expect(!ids(answer).contains(conversations[conversations.count - 5]))
    }

    @Test("rcpt-delivered: That a message came while its sender listed is in the list")
    func receiptsThatCameMeanwhileAreInIt() throws {
        try anna.ask("message.send", ["conversation": conversations[0], "text": "Are you there?"])
        server.close(bea)
        try anna.ask("message.send", ["conversation": conversations[0], "text": "Hello?"])
        let id = anna.post("conversation.list")
        server.flushOnce()
        let tablet = try server.person("bea")
        server.flush()
        let first = try #require(anna.answer(id)["conversations"]?.arrayValue?.first)
        #expect(first["id"] == conversations[0] && first["deliveredThrough"] == 2)
        server.close(tablet)
    }

    @Test("D29: Whatever happens between the ticks, a list is as one that was asked for at its end")
    func itIsAsOneAtItsEnd() throws {
        var chance = SplitMix64(seed: 23)
        let carl = try server.person("carl")
        for round in 0..<8 {
            let ids = [bea.post("conversation.list"), carl.post("conversation.list")]
            let observer = try server.observer()
            let all = observer.post("conversation.list")
            while server.flushOnce() {
                for _ in 0..<Int(chance.next() % 40) where bea.answers[ids[0]] == nil || carl.answers[ids[1]] == nil {
                    let conversation = conversations[Int(chance.next() % UInt64(conversations.count))]
                    let person = [anna, carl][Int(chance.next() % 2)]
                    switch chance.next() % 4 {
                    case 0: person.post("conversation.markRead", ["conversation": conversation])
                    case 1: person.post("conversation.mute", ["conversation": conversation, "muted": true])
                    default: person.post("message.send", ["conversation": conversation, "text": "Hi"])
                    }
                }
                if bea.answers[ids[0]] != nil, carl.answers[ids[1]] != nil { break }
            }
            server.flush()
            #expect(try bea.answer(ids[0])["conversations"]?.arrayValue?.count == conversations.count)
            #expect(try observer.answer(all)["conversations"]?.arrayValue?.count == conversations.count)
            // What was told after the answer was not in it: the last to be answered was answered at the end.
            let last = bea.post("conversation.list")
            server.flush()
            #expect(try bea.answer(last) == list(of: "bea"), "round \(round)")
        }
        #expect(server.engine.worlds[.main]?.watchesConversations == false)
    }

    @Test("D29: Those who ask for the same list are answered together, and one whose session ends is forgotten")
    func oneListAnswersAll() throws {
        let (tablet, watch) = (try server.person("bea"), try server.person("bea"))
        let one = bea.post("conversation.list")
        server.flushOnce()
        let (two, three) = (tablet.post("conversation.list"), watch.post("conversation.list"))
        let behind = tablet.post("session.ping")
        server.flushOnce()
        #expect(server.engine.longRequests.count == 1)
        server.close(watch)
        server.flush()
        #expect(try ids(bea.answer(one)) == conversations.reversed() && tablet.answer(two) == bea.answer(one))
        #expect(tablet.raw.compactMap { RequestID($0["id"]) }.suffix(2) == [two, behind])
        #expect(watch.answers[three] == nil)

        let gone = bea.post("conversation.list")
        server.flushOnce()
        server.close(bea)
        #expect(server.engine.longRequests.isEmpty && bea.answers[gone] == nil)
        #expect(server.engine.worlds[.main]?.watchesConversations == false)
    }

    @Test("D4: What could not be written while a list was on its way is not in it")
    func whatWasTakenBackIsNotInIt() throws {
        let id = bea.post("conversation.list")
        server.flushOnce()
        log.failure = .unavailable
        anna.post("message.send", ["conversation": conversations[conversations.count - 1], "text": "lost"])
        server.flushOnce()
        log.heal()
        server.flush()
        let answer = try bea.answer(id)
        #expect(ids(answer) == conversations.reversed())
        #expect(answer["conversations"]?.arrayValue?.allSatisfy { $0["lastMessage"] == nil } == true)
    }

    @Test func observersHearOfItWithItsAnswer() throws {
        let listener = try server.join(["role": "observer", "requests": true])
        bea.post("conversation.list")
        server.flush()
        #expect(listener.heard("request.done").last?["method"] == "conversation.list")
    }
}
