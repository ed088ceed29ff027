import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import TestSupport

/// Tests of the documents of an app that runs as a person, and of the events that the app posts about the person's
/// changes.
struct CollaborationEventsTests {
    /// A test server with one document.
    final class Stage {
        let stream = CannedStream()
        let session: AppSession
        let documents: DocumentService
        let events: CollaborationEvents
        var text = "Pack the tent."
        var revision: Int64 = 3
        var refusal: RPCError?

        init() throws {
            stream.answers = { _ in .success(["highlights": []]) }
            session = try stream.session()
            let center = HighlightCenter(session)
            documents = DocumentService(session)
            events = CollaborationEvents(center, of: documents)
            stream.answers = { [unowned self] request in
                guard case .request(let asked) = request else { return .success([:]) }
                let isSame = if case .documentEdit(let edit) = asked { edit.text == self.text } else { false }
                switch asked {
                case .documentCreate, .documentList: return .failure(RPCError(.forbidden, "No."))
                case .documentOpen, .documentGet: return .success(["document": document])
                case .documentEdit(let edit):
                    guard edit.revision == revision else {
                        return .failure(RPCError(.conflict, "It was changed meanwhile.", .document(document)))
                    }
                    if let refusal { return .failure(refusal) }
                    self.text = edit.text
                case .documentComment, .documentRename, .documentMove, .documentDelete:
                    if let refusal { return .failure(refusal) }
                default: return .success([:])
                }
                if isSame { return .success(["document": document]) }
                revision += 1
                return .success(["document": document, "change": ["type": "change", "trigger": "edit"]])
            }
        }

        var document: JSONValue {
            [
                "id": "d1", "url": "https://notes.example/d/1", "title": "Trip plan", "text": .string(text),
                "revision": .integer(revision), "comments": [], "canEdit": true, "activeParticipantCount": 2,
            ]
        }

        func open() throws -> SharedDocument {
            var result: Result<SharedDocument, DocumentService.Failure>?
            documents.open("https://notes.example/d/1") { result = $0 }
            session.turn()
            return try #require(result).get()
        }

        func tell(_ change: JSONValue, isMine: Bool) {
            stream.put(
                .notification(
                    method: "document.changed",
                    params: ["cursor": 9, "document": document, "change": change, "isMine": .bool(isMine)]))
            while session.turn() {}
        }

        var posted: [(event: String, clientID: String?)] {
            stream.asked.compactMap { request in
                guard request.call.method.rawValue == "highlightCenter.postNotice" else { return nil }
                let json = JSONWriter.object { request.call.writeMembers(to: &$0) }
                let value = String(decoding: json, as: UTF8.self)
                let start = value.firstRange(of: #""event":"#)
                return (start.map { String(value[$0.upperBound...].dropLast()) } ?? value, request.ownClientID)
            }
        }
    }

    /// A change posts one event. Every device of the person would use the same client id (`ev-change`,
    /// `ev-from-center`).
    @Test("an edit is told once, also if the session hears of it again after a reconnect")
    func anEditIsToldOnce() throws {
        let stage = try Stage()
        let document = try stage.open()
        stage.documents.edit(document, text: "Pack the boat.") { _ in }
        while stage.session.turn() {}
        #expect(stage.posted.map(\.event) == [#"{"type":"change","trigger":"edit"}"#])
        #expect(stage.posted.map(\.clientID) == ["change-d1-4"])
        // The first post may have been refused because the document was not shared: it is not posted again.
        stage.tell(["type": "change", "trigger": "edit"], isMine: true)
        #expect(stage.posted.map(\.clientID) == ["change-d1-4"])
    }

    /// The document may have been shared after the change (`ev-from-center`).
    @Test("an own change from the time when the session was away is not posted")
    func ownChangesFromAwayAreNotPosted() throws {
        let stage = try Stage()
        _ = try stage.open()
        stage.stream.put(.welcome(hasCollaborationSupport: true, cursor: 9))
        stage.tell(["type": "persistence", "trigger": "created"], isMine: true)
        #expect(stage.posted.isEmpty)
        stage.stream.put(.welcome(hasCollaborationSupport: true, cursor: 8))
        stage.tell(["type": "persistence", "trigger": "created"], isMine: true)
        #expect(stage.posted.count == 1)
    }

    /// An edit that changes nothing posts no event.
    @Test func anEditWithoutChangesPostsNoEvent() throws {
        let stage = try Stage()
        let document = try stage.open()
        stage.documents.edit(document, text: document.text) { _ in }
        while stage.session.turn() {}
        #expect(stage.posted.isEmpty)
    }

    /// The app of another person posts the events about that person's changes.
    @Test func theChangesOfOthersAreNotTold() throws {
        let stage = try Stage()
        stage.tell(["type": "change", "trigger": "edit"], isMine: false)
        #expect(stage.posted.isEmpty)
    }

    /// Each mention is a separate event with an identity, in addition to the event of the change (`ev-mention`,
    /// `ev-mention-private`, `ev-mention-precond`).
    @Test func mentionsAreEventsOfTheirOwn() throws {
        let stage = try Stage()
        let change: JSONValue = ["type": "change", "trigger": "comment", "mentions": ["aa", "bb"]]
        stage.tell(change, isMine: true)
        #expect(
            stage.posted.map(\.event) == [
                #"{"type":"change","trigger":"comment"}"#, #"{"type":"mention","identity":"aa"}"#,
                #"{"type":"mention","identity":"bb"}"#,
            ])
        #expect(Set(stage.posted.map(\.clientID)).count == 3)
        let other = try Stage()
        other.events.postsMentions = false
        other.tell(change, isMine: true)
        #expect(other.posted.count == 1)
    }

    /// A new name posts an event (`ev-persistence`).
    @Test func aNewNameIsTold() throws {
        let stage = try Stage()
        stage.tell(["type": "persistence", "trigger": "renamed", "title": "Journey"], isMine: true)
        #expect(stage.posted.map(\.event) == [#"{"type":"persistence","trigger":"renamed","title":"Journey"}"#])
    }

    /// A stale edit fails with the current document, and the service does not overwrite its text.
    @Test func aStaleEditComesBack() throws {
        let stage = try Stage()
        let document = try stage.open()
        stage.text = "Pack the kayak."
        stage.revision = 9
        var result: Result<SharedDocument, DocumentService.Failure>?
        stage.documents.edit(document, text: "Mine.") { result = $0 }
        while stage.session.turn() {}
        guard case .failure(.stale(let now)) = result else {
            Issue.record("not stale: \(String(describing: result))")
            return
        }
        #expect(now.text == "Pack the kayak.")
        #expect(now.revision == 9)
        #expect(stage.text == "Pack the kayak.")
        #expect(stage.posted.isEmpty, "nothing happened, nobody is told")
    }

    /// The service refuses an edit of a person with read permission; the screen does not check it.
    @Test func aRefusalIsSaidAndNobodyIsTold() throws {
        let stage = try Stage()
        let document = try stage.open()
        stage.refusal = RPCError(.forbidden, "You can view it, and not change it.")
        var result: Result<SharedDocument, DocumentService.Failure>?
        stage.documents.edit(document, text: "Mine.") { result = $0 }
        while stage.session.turn() {}
        #expect(result == .failure(.refused(.forbidden, "You can view it, and not change it.")))
        #expect(stage.posted.isEmpty)
    }

    @Test func presenceIsHeard() throws {
        let stage = try Stage()
        var heard: [Int] = []
        stage.documents.onPresence = { _, count in heard.append(count) }
        #expect(try stage.open().activeParticipantCount == 2)
        stage.stream.put(
            .notification(
                method: "document.presence",
                params: ["document": "d1", "url": "https://notes.example/d/1", "activeParticipantCount": 3]))
        stage.session.turn()
        #expect(heard == [3])
    }
}
