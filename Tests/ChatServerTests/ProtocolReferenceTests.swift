import ChatProtocol
import Testing

@testable import ChatCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Holds docs/protocol.md against the code, in both directions, so that neither can drift.
struct ProtocolReferenceTests {
    private let text: String

    init() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let file = try #require(fopen("\(root)/docs/protocol.md", "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The first cells of the table under a heading, without their quotes.
    private func column(_ index: Int = 0, under heading: String) -> [String] {
        let section = text.split(separator: "\n## ").first { $0.hasPrefix(heading) } ?? ""
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            let cells = row.split(separator: " | ").map { $0.filter { $0 != "`" && $0 != "|" } }
            return cells[index].trimmed
        }
    }

    @Test func everyMethodIsThereAndNoOther() {
        #expect(Set(column(under: "Methods")) == Set(Method.allCases.map(\.rawValue)))
    }

    @Test func everyMethodNamesItsRoles() {
        let roles = Dictionary(uniqueKeysWithValues: zip(column(under: "Methods"), column(1, under: "Methods")))
        for method in Method.allCases {
            let expected = method.roles.count == 3 ? "all" : method.roles.map(\.rawValue).joined(separator: ", ")
            #expect(roles[method.rawValue] == expected, "\(method)")
        }
    }

    @Test func everyErrorIsThereWithItsCode() {
        let codes = Dictionary(uniqueKeysWithValues: zip(column(1, under: "Errors"), column(under: "Errors")))
        for reason in RPCError.Reason.allCases { #expect(codes[reason.rawValue] == "\(reason.code)") }
        #expect(codes.count == RPCError.Reason.allCases.count)
    }

    @Test func everyNotificationIsThere() throws {
        let settings = Settings(everywhere: true, apps: [], conversations: [], consents: [])
        let conversation = Conversation(
            id: ConversationID("c"), name: nil, people: [], unread: 0, lastMessage: nil, muted: false,
            waitingNotices: [])
        let anna = try #require(Handle("anna"))
        let message = Message(
            id: MessageID("m"), conversation: ConversationID("c"), sender: anna, text: "x",
            sentAt: Instant(milliseconds: 0), sequence: 1)
        let notice = Notice(
            id: NoticeID("n"), conversation: ConversationID("c"), actor: anna, event: .highlight(.change(.edit)),
            app: AppID("a"),
            url: "u", title: "t", count: 1, text: "x", postedAt: Instant(milliseconds: 0))
        let share = Share(
            id: ShareID("s"), app: AppID("a"), title: "t", url: "u", backend: .custom, owner: anna, access: .private,
            permission: .readOnly, allowsInviting: false, participants: [], createdAt: Instant(milliseconds: 0),
            document: DocumentID("d"))
        let request = ConsentRequest(
            id: ConsentID("q"), app: AppID("a"), conversation: ConversationID("c"), url: "u")
        let start = CollaborationStart(
            id: StartID("b"), state: .waiting, app: AppID("a"), title: "t", conversation: ConversationID("c"))
        let metadata = RequestedAction.Metadata(
            localIdentifier: nil, collaborationIdentifier: nil, title: "t", defaultShareOptions: .standard,
            userSelectedShareOptions: .standard)
        let action = RequestedAction(
            id: ActionID("x"), kind: .startCollaboration, dueAt: Instant(milliseconds: 0), metadata: metadata)
        let ofApps: [AppNotification] = [
            .highlightsChanged(HighlightsChange(added: [], removed: [], updated: [])), .actionRequested(action),
            .actionEnded(action.id, .fulfilled),
        ]
        let all: [Notification] = [
            .messagePosted(message, alert: false), .messageChanged(message, .unsent, alert: false),
            .receipt(conversation.id, person: anna, message.id, .init(status: .read, sequence: 1, at: message.sentAt)),
            .conversationChanged(conversation, line: nil), .noticePosted(notice, alert: false), .noticeCleared([]),
            .consentRequested(request), .highlightsChanged(HighlightsChange(added: [], removed: [], updated: [])),
            .shareChanged(ShareView(share, seenBy: anna)), .shareLost(LostShare(share, .left)),
            .settingsChanged(settings),
            .collaborationChanged(start),
            .documentChanged(
                DocumentView(Document(rootOf: share), canEdit: true), DocumentChange(.edited, by: anna)),
        ]
        let receipt = MessageReceipt(status: .delivered, sequence: 1, at: message.sentAt)
        let fired = FiredFault(
            fault: FaultID("f"), notification: .typing, to: anna, device: nil, effect: .drop)
        let owner = SessionOwner(session: "s", role: .person, person: anna, app: nil, device: nil)
        let live: [LiveNotification] = [
            .typing(conversation.id, anna, true), .delivered(conversation.id, person: anna, message.id, receipt),
            .userActivity(UserActivity(webpageURL: "u"), app: AppID("a"), person: anna), .faultFired(fired),
            .requestDone(
                DoneRequest(
                    owner: owner, method: .sessionPing, params: [:], at: Instant(milliseconds: 0), outcome: .longResult)
            ), .sessionEnded(owner),
            .documentPresence(DocumentPresence(document: share.document, url: "u", active: [anna])),
        ]
        let names = Set(all.map(\.method) + ofApps.map(\.name.rawValue) + live.map(\.name.rawValue))
        #expect(Set(column(under: "Notifications")) == names)
        #expect(names.isSubset(of: NotificationName.allCases.map(\.rawValue)), "a fault could not name them")
    }

    @Test func everyEventIsThereAsItIsSentWithItsNumberAndItsSentence() throws {
        let anna = try #require(Handle("anna"))
        var seen: Set<String> = []
        let rows = zip(zip(column(under: "Events"), column(1, under: "Events")), column(2, under: "Events"))
        for ((event, number), sentence) in rows {
            let value = try JSONReader.read(Array(event.utf8)).value
            var fields = try JSONFields(value)
            let read = try HighlightEvent(from: &fields)
            try fields.finish()
            #expect(try JSONReader.read(JSONWriter.bytes(of: read)).value == value, "\(event)")
            #expect(number == (read.triggerValue.map(String.init) ?? "none"), "\(event)")
            let told = NoticeRules.sentence(read, actor: anna, title: "Trip plan", count: 1) { $0.defaultName }
            #expect(told == sentence, "\(event)")
            seen.insert("\(read.words)")
        }
        #expect(seen.count == 9, "two changes, two of membership, a mention, four of persistence")
    }

    @Test func everyLimitIsThereWithItsDefault() throws {
        let told = try JSONReader.read(JSONWriter.bytes(of: Limits.standard)).value
        let members = try #require(told.objectValue).members
        let names = column(under: "Limits")
        let defaults = column(1, under: "Limits").map { $0.filter { $0 != "," } }
        #expect(Set(names) == Set(members.map(\.key)))
        for (name, value) in zip(names, defaults) {
            #expect(told[name]?.integerValue.map(String.init) == value, "\(name)")
        }
    }
}

extension HighlightEvent {
    fileprivate var triggerValue: Int? {
        switch self {
        case .change(let trigger): trigger.triggerValue
        case .membership(let trigger, _): trigger.triggerValue
        case .mention: nil
        case .persistence(let persistence): persistence.triggerValue
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
