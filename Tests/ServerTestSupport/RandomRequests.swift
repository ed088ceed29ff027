package import ChatProtocol

@testable package import ChatCore

/// Random requests of a few people, their apps and an observer, valid and invalid. The same seed gives the same ones.
package struct RandomRequests {
    /// A request with its sender.
    package struct Asked {
        package var actor: Principal
        package var method: Method
        package var params: JSONValue

        package init(actor: Principal, method: Method, params: JSONValue) {
            self.actor = actor
            self.method = method
            self.params = params
        }
    }

    package static let people = ["anna", "bea", "carl", "dora", "emil"].compactMap { Handle($0) }
    package static let app = AppID("com.example.notes")
    private static let apps = [app.rawValue, "com.example.maps", "com.example.mute"]
    private static let domains = ["notes.example", "maps.example", "mute.example"]

    package private(set) var random: SplitMix64
    // The known ids. The first one of each kind does not exist.
    private var conversations: [JSONValue] = ["c404"]
    private var shares: [JSONValue] = ["s404"]
    private var notices: [JSONValue] = ["n404"]
    /// The notices with actions for an owner.
    private var prompts: [JSONValue] = []
    private var consents: [JSONValue] = ["q404"]
    private var messages: [JSONValue] = ["m404"]
    /// The last posted event. Its repetition makes a notice grow.
    private var lastEvent: Asked?

    /// True if the requests include work on documents. A history of shelves does not need it.
    private let hasDocuments: Bool

    package init(seed: UInt64, hasDocuments: Bool = true) {
        random = SplitMix64(seed: seed)
        self.hasDocuments = hasDocuments
    }

    /// Adds the id that an event created to the known ids.
    package mutating func apply(_ event: Event) {
        switch event {
        case .conversationCreated(let event): conversations.append(.string(event.conversation.rawValue))
        case .messagePosted(let event): messages.append(.string(event.message.id.rawValue))
        case .noticePosted(let event):
            let id = JSONValue.string(event.notice.id.rawValue)
            if !notices.contains(id) { notices.append(id) }
            if !event.notice.actions.isEmpty { prompts.append(id) }
        case .consentOffered(let event): consents.append(.string(event.request.id.rawValue))
        case .shareSaved(let event):
            let id = JSONValue.string(event.share.id.rawValue)
            if !shares.contains(id) { shares.append(id) }
        default: break
        }
    }

    // MARK: The opening

    /// The number of requests of the opening that register apps.
    package static let registrations = apps.count

    /// The requests that begin every history: they create a group of all people and a group of three, with shared links
    /// and two shared documents.
    ///
    /// - Returns: The request with this number; nil after the last. The earlier requests must have been answered.
    package func opening(_ step: Int) -> Asked? {
        let (anna, others) = (Self.people[0], Self.people.dropFirst())
        func asked(_ person: Handle, _ method: Method, _ params: JSONValue) -> Asked {
            Asked(actor: .person(person), method: method, params: params)
        }
        switch step {
        case 0..<Self.registrations: return Asked(actor: .observer(nil), method: .appRegister, params: app(step))
        case 3, 4:
            let names = (step == 3 ? others : others.prefix(2)).map { JSONValue.string($0.rawValue) }
            return asked(anna, .conversationCreate, ["participants": .array(names)])
        case 5, 6:
            let text: JSONValue = "https://notes.example/2 https://maps.example/1 https://mute.example/1"
            return asked(anna, .messageSend, ["conversation": conversations[step - 4], "text": text])
        case 7, 8:
            let index = step - 7
            return asked(
                anna, .shareCreate,
                [
                    "app": .string(Self.apps[index]), "title": "Doc",
                    "url": .string("https://\(Self.domains[index])/\(index + 1)"),
                    "access": index == 0 ? "private" : "public",
                ])
        case 9, 10: return asked(anna, .shareSend, ["share": shares[step - 8], "conversation": conversations[1]])
        case 11..<17: return asked(Self.people[1 + step % 3], .shareAccept, ["share": shares[step < 14 ? 1 : 2]])
        case 17..<21: return asked(Self.people[step - 16], .contactAdd, ["handle": "anna"])
        default: return nil
        }
    }

    private func app(_ index: Int) -> JSONValue {
        [
            "app": .string(Self.apps[index]), "name": .string("App \(index)"),
            "domains": [.string(Self.domains[index])],
            "capabilities": index < 2 ? ["sharedWithYou", "mentions"] : .array([]),
        ]
    }

    // MARK: Random requests

    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &random))]
    }

    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    package mutating func person() -> Handle { pick(Self.people) }

    private mutating func name() -> JSONValue { .string(person().rawValue) }

    private mutating func url() -> JSONValue {
        let domain = pick(Self.domains + ["notes.example", "NOTES.example:443"])
        return .string("https://\(domain)/\(pick(["1", "1", "2"]))")
    }

    private mutating func highlight() -> JSONValue {
        guard let url = try? CanonicalURL(url().stringValue ?? "") else { return "h404" }
        return .string(LinkTable.unknown(url, app: nil).id.rawValue)
    }

    private mutating func message() -> JSONValue { chance(85) ? pick(messages.suffix(6)) : pick(messages) }

    private mutating func text() -> JSONValue {
        let link = chance(50) ? " " + (url().stringValue ?? "") : ""
        return .string("\(pick(["hey", "so", "well"])) @\(person())\(link)")
    }

    private mutating func event() -> JSONValue {
        switch number(0...5) {
        case 0: return ["type": "mention", "mentioned": name()]
        case 1: return ["type": "membership", "trigger": "addedCollaborator", "person": name()]
        case 2: return ["type": "persistence", "trigger": "renamed", "title": .string("T\(person())")]
        case 3: return ["type": "persistence", "trigger": .string(pick(["created", "deleted", "moved"]))]
        default: return ["type": "change", "trigger": .string(pick(["edit", "comment"]))]
        }
    }

    private mutating func switches(_ key: JSONValue, _ percent: Int) -> JSONValue {
        .object(JSONObject([.init(key: key.stringValue ?? "", value: .bool(chance(percent)))]))
    }

    /// Returns a random request, valid or invalid.
    package mutating func next() -> Asked {
        let conversation = chance(70) ? conversations[1] : pick(conversations)
        switch number(0...9) {
        case 0...3: return Asked(person(), ofMessages(in: conversation))
        case 4...5: return Asked(person(), ofConversations(conversation))
        case 6...7: return Asked(person(), ofLinks(in: conversation))
        case 8: return Asked(person(), ofSharing(in: conversation))
        default: return ofOthers()
        }
    }

    private mutating func ofMessages(in conversation: JSONValue) -> (Method, JSONValue) {
        let here: JSONValue = ["conversation": conversation]
        switch number(0...15) {
        case 0...4: return (.messageSend, here.adding(["text": text()]))
        case 14: return (.messageDelete, ["messages": .array((0..<number(1...3)).map { _ in message() })])
        case 15:
            let method: Method = chance(70) ? .messageRestore : .messageErase
            return (method, ["messages": .array([message()])])
        case 5: return (.messageSend, here.adding(["text": text(), "replyTo": message()]))
        case 6:
            let document: JSONValue = ["name": "a.txt", "type": "text/plain", "content": "aGk="]
            return (.messageSend, here.adding(["attachment": document, "text": chance(50) ? text() : ""]))
        case 7, 8: return (.messageEdit, ["message": message(), "text": text()])
        case 9: return (.messageUnsend, ["message": message()])
        case 10, 11:
            let reaction = JSONValue.string(pick(["heart", "haHa", "👍"]))
            return (.messageReact, ["message": message(), "reaction": reaction, "remove": .bool(chance(20))])
        case 12: return (.messageAttachment, ["message": message()])
        default: return (.conversationMarkRead, chance(50) ? here : here.adding(["through": message()]))
        }
    }

    private mutating func ofConversations(_ conversation: JSONValue) -> (Method, JSONValue) {
        let here: JSONValue = ["conversation": conversation]
        switch number(0...14) {
        case 12: return (.conversationDelete, chance(50) ? here : here.adding(["through": message()]))
        case 13:
            let first = Int64(number(1...9))
            let some: JSONValue = [
                "runs": [["first": .integer(first), "last": .integer(first + Int64(number(0...9)))]]
            ]
            return (chance(70) ? .conversationRestore : .conversationErase, chance(50) ? here : here.adding(some))
        case 14: return chance(50) ? (.conversationRecentlyDeleted, [:]) : (.messageRecentlyDeleted, here)
        case 0, 1:
            let others = (0..<number(0...3)).map { _ in name() }
            return (.conversationCreate, ["participants": .array(others)])
        case 2, 3: return (.conversationAddParticipant, here.adding(["handle": name()]))
        case 4: return (.conversationRemoveParticipant, here.adding(["handle": name()]))
        case 5: return (.conversationLeave, here)
        case 6: return (.conversationRename, here.adding(["name": .string(pick(["Trip", "Hike", " "]))]))
        case 7: return (.conversationMute, here.adding(["muted": .bool(chance(60))]))
        case 8: return (.conversationMarkUnread, here)
        case 9: return (.conversationMarkRead, here)
        case 10: return (.conversationPin, here.adding(["pinned": true, "place": .integer(Int64(number(1...3)))]))
        default: return (.conversationPin, here.adding(["pinned": .bool(chance(50))]))
        }
    }

    private mutating func ofLinks(in conversation: JSONValue) -> (Method, JSONValue) {
        let link: JSONValue = ["conversation": conversation, "url": url()]
        switch number(0...14) {
        case 12: return (.highlightHide, ["highlight": highlight()])
        case 13: return (.highlightRestore, ["highlight": highlight()])
        case 14: return (chance(60) ? .contactBlock : .contactUnblock, ["handle": name()])
        case 0...2: return (.linkPin, link)
        case 3: return (.linkUnpin, link)
        case 4: return (.contactAdd, ["handle": name()])
        case 5: return (.contactRemove, ["handle": name()])
        case 6: return (.settingsSet, ["automaticSharing": ["everywhere": .bool(chance(85))]])
        case 7:
            let app = JSONValue.string(pick(Self.apps))
            return (.settingsSet, ["automaticSharing": ["apps": switches(app, 70)]])
        case 8: return (.settingsSet, ["automaticSharing": ["conversations": switches(conversation, 60)]])
        case 9:
            let receipts: JSONValue = ["everywhere": .bool(chance(50)), "conversations": switches(conversation, 50)]
            return (.settingsSet, ["readReceipts": receipts, "mentionAlerts": .bool(chance(50))])
        default:
            let answer = JSONValue.string(pick(["allow", "notNow", "never"]))
            return (.consentAnswer, ["consent": pick(consents.suffix(3)), "answer": answer])
        }
    }

    private mutating func ofSharing(in conversation: JSONValue) -> (Method, JSONValue) {
        switch number(0...(hasDocuments ? 13 : 11)) {
        case 12, 13: return ofDocuments()
        case 0:
            let access = JSONValue.string(pick(["private", "public"]))
            return (
                .shareCreate,
                ["app": .string(pick(Self.apps)), "title": "Doc", "url": url(), "access": access]
            )
        case 1: return (.shareSend, ["share": pick(shares), "conversation": conversation])
        case 2: return (.shareAccept, ["share": pick(shares)])
        case 3: return chance(50) ? (.shareGet, ["share": pick(shares)]) : (.shareList, [:])
        case 4: return (.noticeDismiss, ["notice": pick(notices.suffix(4))])
        case 5, 6, 7, 8: return ofSaving(chance(70) ? pick(shares.suffix(4)) : pick(shares))
        case 9, 10:
            let notice = chance(60) ? prompts.last ?? "n404" : pick(notices.suffix(4))
            return (.noticeAnswer, ["notice": notice, "action": .string(pick(["add", "remove"]))])
        default: return (.deliveryExplain, ["person": name(), "about": pick([message(), url(), pick(notices)])])
        }
    }

    /// Returns work on a document. The document may be missing, and the revision of an edit may be stale.
    private mutating func ofDocuments() -> (Method, JSONValue) {
        let here: JSONValue = ["url": url()]
        switch number(0...11) {
        case 0:
            let made: JSONValue = ["app": .string(pick(Self.apps)), "title": "Doc"]
            return (.documentCreate, chance(50) ? made : made.adding(here))
        case 1: return (.documentList, [:])
        case 2: return (.documentGet, here)
        case 3: return (.documentOpen, here)
        case 4: return (.documentComment, here.adding(["text": text()]))
        case 5: return (.documentRename, here.adding(["title": .string("D\(person())")]))
        case 6: return (.documentMove, here.adding(["folder": .string("F\(person())")]))
        case 7 where chance(30): return (.documentDelete, here)
        default:
            return (.documentEdit, here.adding(["text": text(), "revision": .integer(Int64(number(0...6)))]))
        }
    }

    /// Returns one change of a share, or one save with several changes.
    private mutating func ofSaving(_ share: JSONValue) -> (Method, JSONValue) {
        var params: JSONValue = ["share": share]
        if chance(10) { params = params.adding(["revision": .integer(Int64(number(1...4)))]) }
        let permission = JSONValue.string(pick(["readOnly", "readWrite"]))
        let access = JSONValue.string(pick(["private", "private", "public"]))
        switch number(0...10) {
        case 0, 1: return (.shareAddParticipant, params.adding(["handle": name()]))
        case 2: return (.shareRemoveParticipant, params.adding(["handle": name()]))
        case 3: return (.shareSetPermission, params.adding(["permission": permission]))
        case 4: return (.shareSetPermission, params.adding(["permission": permission, "handle": name()]))
        case 5:
            let role = JSONValue.string(pick(["administrator", "privateUser"]))
            return (.shareSetRole, params.adding(["handle": name(), "role": role]))
        case 6: return (.shareSetInviting, params.adding(["allowsInviting": .bool(chance(50))]))
        case 7: return (.shareSetAccess, params.adding(["access": access]))
        case 8: return (.shareLeave, ["share": share])
        case 9: return chance(40) ? (.shareStop, ["share": share]) : (.shareAccept, ["share": share])
        default:
            let added: JSONValue = .array([["handle": name(), "permission": permission]])
            return (
                .shareSave, params.adding(["access": "private", "title": .string("D\(number(1...9))"), "add": added])
            )
        }
    }

    /// Returns a change of typing, which no log stores, or the injection of a fault.
    package mutating func trouble() -> Asked {
        guard !chance(60) else {
            let conversation = chance(70) ? conversations[1] : pick(conversations)
            return Asked(
                actor: .person(person()), method: .conversationTyping,
                params: ["conversation": conversation, "typing": .bool(chance(70))])
        }
        var on: JSONValue = [:]
        if chance(60) {
            let name = pick(["message.posted", "notice.posted", "highlights.changed", "typing", "receipt"])
            on = on.adding(["notification": .string(name)])
        }
        if chance(60) { on = on.adding(["to": name()]) }
        if chance(30) { on = on.adding(["from": name()]) }
        if chance(30) { on = on.adding(["device": .integer(Int64(pick([1, 1, 2])))]) }
        on = on.adding(
            chance(30)
                ? ["percent": .integer(Int64(pick([5, 20])))] : ["nth": .integer(Int64(pick([1, 2, 3])))])
        let effect = pick(["drop", "delay", "duplicate", "reorder", "disconnect"])
        var params: JSONValue = ["on": on, "do": .string(effect)]
        if effect == "delay" { params = params.adding(["milliseconds": .integer(Int64(pick([0, 90_000])))]) }
        return Asked(actor: .observer(nil), method: .faultInject, params: params)
    }

    private mutating func ofOthers() -> Asked {
        switch number(0...10) {
        case 10:
            return Asked(
                actor: .observer(nil), method: .clockAdvance, params: ["milliseconds": .integer(345_600_000)])
        case 8, 9:
            let params: JSONValue = ["highlight": highlight(), "context": chance(70) ? "detail" : "summary"]
            return Asked(actor: .app(Self.app, person: person()), method: .highlightDisplay, params: params)
        case 0...3:
            if let lastEvent, chance(50) { return lastEvent }
            let asked = Asked(
                actor: .app(Self.app, person: person()), method: .highlightCenterPostNotice,
                params: ["url": url(), "event": event()])
            lastEvent = asked
            return asked
        case 4:
            return Asked(
                actor: .app(Self.app, person: person()), method: .highlightCenterClearNotices, params: ["url": url()])
        case 5:
            let contact: JSONValue = ["handle": name(), "person": name()]
            return Asked(actor: .observer(nil), method: chance(70) ? .contactAdd : .contactRemove, params: contact)
        case 6 where chance(20):
            if chance(30) {
                let app = AppID(pick(Self.apps))
                let site: JSONValue = ["domain": .string(pick(Self.domains))]
                return Asked(
                    actor: .observer(nil), method: .sitePublish,
                    params: site.adding(["association": chance(40) ? .null : App.everyPath(for: app)]))
            }
            let index = number(0...2)
            let capabilities: JSONValue = chance(70) ? ["sharedWithYou", "mentions"] : .array([])
            return Asked(
                actor: .observer(nil), method: .appRegister, params: app(index).adding(["capabilities": capabilities]))
        default:
            let milliseconds = pick([1, 60_000, 119_999, 600_000, 86_400_000, 345_600_000, 604_800_001])
            return Asked(
                actor: .observer(nil), method: .clockAdvance, params: ["milliseconds": .integer(Int64(milliseconds))])
        }
    }
}

extension RandomRequests.Asked {
    fileprivate init(_ person: Handle, _ what: (Method, JSONValue)) {
        self.init(actor: .person(person), method: what.0, params: what.1)
    }
}
