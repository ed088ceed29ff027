import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Secrecy between people: a stranger gets the same bytes for a secret thing as for a missing one, in every method that
/// names a thing. The switch of ``probes(of:in:)`` does not compile if it lacks a method.
struct SecrecyTests {
    /// The ids of the trip that are secret from Dora.
    private struct Secrets {
        let trip: TripFixture
        let messageID: MessageID
        var message: JSONValue { JSONValue(messageID) }
        let notice: JSONValue
        let consent: JSONValue
        let highlight: JSONValue
        let start: JSONValue
        let action: JSONValue
        static let link = "https://notes.example/secret"
        static let url: JSONValue = .string(link)

        init() throws {
            trip = try TripFixture()
            messageID = try trip.anna.message.send(
                conversation: trip.conversation, text: "look \(Self.link)"
            ).id
            try trip.bea.share.accept(.id(trip.share))
            notice = JSONValue(try #require(try trip.post(.change(.edit)).first))
            try trip.bea.link.pin(conversation: trip.conversation, url: Self.link)
            consent = try #require(trip.bea.received("consent.requested").first?["consent"])
            highlight = JSONValue(try #require(try trip.bea.highlight.list().highlights.first).id)
            start = JSONValue(
                try trip.bea.collaboration.start(
                    app: "com.example.notes", title: "Ideas", conversation: trip.conversation, backend: .custom
                ).id)
            action = try #require(try trip.server.app(as: "bea").welcome["actions"]?.arrayValue?.first?["id"])
        }
    }

    /// A request that names a secret or missing thing.
    private struct Probe {
        var params: JSONValue = [:]
        /// The member that names the thing, if ``whole`` is nil.
        var key: String
        var secret: JSONValue
        var missing: JSONValue
        /// True if Dora's app sends the request.
        var isApp = false
        /// Builds all parameters if the name is a key, as in `settings.set`, or inside an array.
        var whole: ((JSONValue) -> JSONValue)?

        func request(_ thing: JSONValue) -> JSONValue { whole?(thing) ?? with(params, key, thing) }
    }

    private func named(_ probe: Probe, _ params: JSONValue) -> Probe {
        var probe = probe
        probe.params = params
        return probe
    }

    private func probes(of method: Method, in secrets: Secrets) -> [Probe] {
        let trip = secrets.trip
        func conversation(with params: JSONValue) -> [Probe] {
            [Probe(params: params, key: "conversation", secret: JSONValue(trip.conversation), missing: "c999")]
        }
        func message(with params: JSONValue) -> [Probe] {
            [Probe(params: params, key: "message", secret: secrets.message, missing: "m999")]
        }
        let share = [
            Probe(key: "share", secret: JSONValue(trip.share), missing: "s999"),
            Probe(key: "url", secret: .string(TripFixture.url), missing: "https://notes.example/d/999"),
            Probe(key: "url", secret: .string(TripFixture.url), missing: "https://other.example/"),
        ]
        func document(with params: JSONValue = [:]) -> [Probe] {
            let id = JSONValue.string("d-\(trip.share.rawValue)")
            return [
                Probe(params: params, key: "document", secret: id, missing: "d999"),
                Probe(
                    params: params, key: "url", secret: .string(TripFixture.url), missing: "https://notes.example/d/999"
                ),
                Probe(params: params, key: "document", secret: id, missing: "d999", isApp: true),
            ]
        }
        switch method {
        case .documentGet, .documentOpen, .documentClose, .documentDelete: return document()
        case .documentEdit: return document(with: ["text": "", "revision": 0])
        case .documentComment: return document(with: ["text": "x"])
        case .documentRename: return document(with: ["title": "x"])
        case .documentMove: return document(with: ["folder": "x"])
        case .identityProve:
            let proof: JSONValue = ["publicKey": "BA==", "publicKeyIndex": 0, "signatureData": "MA=="]
            return document(with: ["challenge": "AAAA", "proof": proof]).filter(\.isApp)
        case .identitySign: return document(with: ["data": "AAAA"]).filter(\.isApp)
        case .conversationHistory: return conversation(with: [:]) + conversation(with: ["before": secrets.message])
        case .conversationMarkRead, .conversationDelete:
            return conversation(with: [:]) + conversation(with: ["through": secrets.message])
        case .messageSend:
            return conversation(with: ["text": "x"]) + conversation(with: ["text": "x", "replyTo": secrets.message])
        case .conversationAddParticipant, .conversationRemoveParticipant: return conversation(with: ["handle": "bea"])
        case .conversationLeave, .conversationMarkUnread, .conversationRestore, .conversationErase,
            .messageRecentlyDeleted:
            return conversation(with: [:])
        case .messageDelete, .messageRestore, .messageErase:
            let whole: (JSONValue) -> JSONValue = { ["messages": .array([$0])] }
            return [Probe(key: "", secret: secrets.message, missing: "m999", whole: whole)]
        case .conversationRename: return conversation(with: ["name": "x"])
        case .conversationSetPhoto: return conversation(with: ["photo": "🏕"])
        case .conversationMute: return conversation(with: ["muted": true])
        case .conversationPin: return conversation(with: ["pinned": true])
        case .conversationTyping: return conversation(with: ["typing": true])
        case .messageSearch: return conversation(with: ["text": "look"])
        case .messageEdit: return message(with: ["text": "x"])
        case .messageReact: return message(with: ["reaction": "heart"])
        case .messageUnsend, .messageThread, .messageAttachment: return message(with: [:])
        case .linkPin, .linkUnpin: return conversation(with: ["url": Secrets.url])
        case .consentAnswer:
            return [Probe(params: ["answer": "allow"], key: "consent", secret: secrets.consent, missing: "q999")]
        case .settingsSet:
            let rename: (JSONValue) -> JSONValue = { id in
                let switches = JSONObject([.init(key: id.stringValue ?? "", value: true)])
                return ["automaticSharing": ["conversations": .object(switches)]]
            }
            return [Probe(key: "", secret: JSONValue(trip.conversation), missing: "c999", whole: rename)]
        case .noticeDismiss: return [Probe(key: "notice", secret: secrets.notice, missing: "n999")]
        case .noticeAnswer:
            return [Probe(params: ["action": "add"], key: "notice", secret: secrets.notice, missing: "n999")]
        case .shareGet, .shareAccept, .shareLeave, .shareStop, .shareSave: return share
        case .shareRequestAccess: return share.filter { $0.key == "url" }
        case .shareAddParticipant, .shareRemoveParticipant:
            return share.map { probe in named(probe, ["handle": "bea"]) }
        case .shareSetPermission: return share.map { probe in named(probe, ["permission": "readOnly"]) }
        case .shareSetRole:
            return share.map { probe in named(probe, ["handle": "bea", "role": "administrator"]) }
        case .shareSetInviting: return share.map { probe in named(probe, ["allowsInviting": true]) }
        case .shareSetAccess: return share.map { probe in named(probe, ["access": "public"]) }
        case .shareList: return conversation(with: [:])
        case .shareSend:
            let params: JSONValue = ["conversation": JSONValue(trip.conversation)]
            return [Probe(params: params, key: "share", secret: JSONValue(trip.share), missing: "s999")]
        case .highlightCenterPostNotice:
            return [
                Probe(
                    params: ["event": ["type": "change", "trigger": "edit"]], key: "url",
                    secret: .string(TripFixture.url),
                    missing: "https://notes.example/d/999", isApp: true)
            ]
        case .highlightCenterClearNotices:
            return [
                Probe(key: "url", secret: .string(TripFixture.url), missing: "https://notes.example/d/999", isApp: true)
            ]
        case .highlightList:
            return [false, true].map {
                Probe(key: "after", secret: secrets.highlight, missing: "h999", isApp: $0)
            }
        case .deliveryExplain:
            let things: [(JSONValue, JSONValue)] = [
                (secrets.message, "m999"), (secrets.notice, "n999"), (secrets.consent, "q999"),
                (secrets.highlight, "h999"), (Secrets.url, "https://notes.example/none"),
                (.string(TripFixture.url), "https://notes.example/d/999"),
            ]
            return things.map { Probe(params: ["person": "dora"], key: "about", secret: $0, missing: $1) }
        // The existence of a person is secret, too.
        case .contactAdd, .contactBlock: return [Probe(key: "handle", secret: "carl", missing: "bob")]
        case .highlightHide, .highlightRestore:
            return [Probe(key: "highlight", secret: secrets.highlight, missing: "h999")]
        case .highlightDisplay:
            return [
                Probe(
                    params: ["context": "detail"], key: "highlight", secret: secrets.highlight, missing: "h999",
                    isApp: true)
            ]
        case .attributionAttach:
            return [Probe(key: "highlight", secret: secrets.highlight, missing: "h999", isApp: true)]
        case .highlightCenterGetHighlight, .highlightCenterGetCollaborationHighlight:
            return [
                Probe(key: "url", secret: .string(TripFixture.url), missing: "https://notes.example/d/999", isApp: true)
            ]
        case .highlightCenterCollaborationHighlight:
            return [Probe(key: "collaborationIdentifier", secret: JSONValue(trip.share), missing: "s999", isApp: true)]
        case .collaborationOffer:
            let document = JSONValue.string("d-\(trip.share.rawValue)")
            return [
                Probe(key: "share", secret: JSONValue(trip.share), missing: "s999"),
                Probe(key: "document", secret: document, missing: "d-s999"),
            ]
        case .collaborationStart:
            let document = JSONValue.string("d-\(trip.share.rawValue)")
            let draft: JSONValue = ["app": "com.example.notes", "title": "x"]
            return conversation(with: draft) + conversation(with: with(draft, "backend", "custom"))
                + conversation(with: with(with(draft, "backend", "file"), "mode", "copy")) + [
                    Probe(
                        params: ["conversation": JSONValue(trip.conversation)], key: "document", secret: document,
                        missing: "d-s999")
                ]
        case .collaborationCancel: return [Probe(key: "start", secret: secrets.start, missing: "b999")]
        case .actionFulfill:
            return [
                Probe(
                    params: ["url": "https://notes.example/own", "collaborationIdentifier": "own"], key: "action",
                    secret: secrets.action, missing: "x999", isApp: true)
            ]
        case .actionFail: return [Probe(key: "action", secret: secrets.action, missing: "x999", isApp: true)]
        case .linkOpen, .linkExplain:
            return [Probe(key: "url", secret: .string(TripFixture.url), missing: "https://notes.example/d/999")]
        case .documentList: return [Probe(key: "after", secret: .string("d-\(trip.share.rawValue)"), missing: "d999")]
        case let method where Self.namingNothingSecret.contains(method): return []
        default:
            Issue.record("\(method) needs a probe")
            return []
        }
    }

    /// The methods that name nothing, or only the caller's own things, and the ones of observers, who may read
    /// everything.
    private static let namingNothingSecret: Set<Method> = [
        .contactRemove, .contactUnblock, .attributionShow, .sessionHello, .sessionPing, .rpcDiscover, .sessionFence,
        .conversationCreate, .conversationList, .conversationRecentlyDeleted, .contactList, .settingsGet,
        .settingsAudit, .shareCreate, .clockNow, .appGet, .collaborationList, .documentCreate, .activityOffer,
        .activityChoose, .appRegister, .identityChallenge, .sitePublish, .clockAdvance, .worldCreate, .worldReset,
        .worldDelete,
        .worldList, .faultInject, .faultList, .faultClear, .journalList, .journalVerify, .personList,
    ]

    @Test(arguments: Method.allCases.filter { !namingNothingSecret.contains($0) })
    func strangerGetsTheSameBytesForSecretAndMissingThings(method: Method) throws {
        let secrets = try Secrets()
        let dora = try secrets.trip.server.person("dora")
        let app = try secrets.trip.server.app(as: "dora")
        for probe in probes(of: method, in: secrets) {
            let client = probe.isApp ? app : dora
            // Only the ids of the requests may differ, and the link that `link.explain` repeats.
            let answers = [probe.secret, probe.missing].map { thing in
                let id = client.post(method.rawValue, probe.request(thing))
                secrets.trip.server.flush()
                let answer = client.answers[id]?.first ?? .null
                let text = String(
                    decoding: JSONWriter.bytes(of: answer["error"] ?? answer["result"] ?? .null), as: UTF8.self)
                guard method == .linkExplain, let link = thing.stringValue else { return text }
                return text.replacing(link, with: "LINK")
            }
            #expect(answers[0] != "null" && answers[0] == answers[1], "\(method) \(probe.key)")
        }
    }

    @Test("a taken link is refused with the same error for every kind of share and document")
    func takenLinksAreRefusedAlike() throws {
        let trip = try TripFixture()
        let dora = try trip.server.person("dora")
        let app: AppID = "com.example.notes"
        func url(_ name: String) -> String { "https://notes.example/x/\(name)" }
        func createDocument(_ name: String, by client: EngineClient) throws {
            try client.document.create(app: app, title: "Plan", url: url(name))
        }
        for name in ["private", "public", "stopped", "deleted"] {
            let made = try trip.anna.share.create(app: app, title: "Plan", url: url(name))
            let share = ShareReference.id(try #require(made.share).share.id)
            if name == "public" { try trip.anna.share.setAccess(share: share, access: .public) }
            if name == "stopped" { try trip.anna.share.stop(share) }
            if name == "deleted" { try trip.anna.document.delete(.url(url(name))) }
        }
        try createDocument("document", by: trip.anna)
        try trip.anna.share.create(app: app, title: "Plan", url: url("waiting"), backend: .custom)
        var words: Set<String> = []
        /// Sends a request of Dora, and collects the words of its refusal.
        func refuse(_ request: Request) throws {
            let id = dora.post(request)
            trip.server.flush()
            let error = try #require(dora.answers[id]?.first?["error"], "\(request)")
            words.insert(String(decoding: JSONWriter.bytes(of: error), as: UTF8.self))
        }
        for name in ["private", "public", "stopped", "deleted", "document"] {
            try refuse(.shareCreate(.init(app: app, title: "Other", url: url(name))))
            try refuse(.documentCreate(.init(app: app, title: "Other", url: url(name))))
        }
        try refuse(.shareCreate(.init(app: app, title: "Plan", url: url("waiting"), backend: .custom)))
        #expect(words.count == 1, "\(words)")
        #expect(words.first?.contains("ck-url") == true)
        // An unused link is free, also after its document was deleted.
        try createDocument("gone", by: trip.anna)
        try trip.anna.document.delete(.url(url("gone")))
        for name in ["gone", "nothing"] { try createDocument(name, by: dora) }
    }

    @Test("links that the server makes are long and differ for each secret, world and document")
    func madeLinksAreLongAndDifferent() throws {
        var links: Set<String> = []
        for secret: [UInt8] in [[1], [2]] {
            let server = try EngineFixture { $0.secret = secret }
            let observer = try server.observer()
            for world in ["main", "other"] {
                if world != "main" { try observer.world.create(world: WorldName(world)) }
                try server.observer(world: world).app.register(
                    app: "com.example.notes", name: "Notes", domains: ["notes.example"])
                let anna = try server.person("anna", world: world)
                let document = try anna.document.create(app: "com.example.notes", title: "Diary")
                let share = try anna.share.create(app: "com.example.notes", title: "Plan").share
                for url in [document.url, try #require(share).share.url] {
                    let name = try #require(url.split(separator: "/").last)
                    #expect((22...26).contains(name.count) && name.allSatisfy { $0.isLetter || $0.isNumber })
                    links.insert(String(name))
                }
            }
        }
        #expect(links.count == 8)
    }

    @Test(arguments: Method.allCases.filter { !namingNothingSecret.contains($0) })
    func memberMaySendTheRequestsThatAStrangerMayNot(method: Method) throws {
        let secrets = try Secrets()
        let trip = secrets.trip
        let app = try trip.server.app(as: "bea")
        // Only deleted messages and conversations can be recovered or erased.
        switch method {
        case .messageRestore, .messageErase: try trip.bea.message.delete(messages: [secrets.messageID])
        case .conversationRestore, .conversationErase:
            try trip.bea.conversation.delete(conversation: trip.conversation)
        default: break
        }
        // Anna sends these: she owns the share and sent the message.
        let isOwners = [
            .highlightCenterPostNotice, .shareSend, .messageEdit, .messageUnsend, .shareSave, .shareAddParticipant,
            .shareSetPermission, .shareSetRole, .shareSetInviting, .shareSetAccess, .shareLeave,
            .collaborationStart,
        ].contains(method)
        // A group of three keeps its members and cannot add them again, and the message has no attachment.
        let outcome: RPCError.Reason? =
            switch method {
            case .conversationAddParticipant, .conversationLeave: .conflict
            case .conversationRemoveParticipant: .invalidParams
            // The owner cannot leave a share, only the owner stops it, and a notice of an edit has no actions.
            case .shareLeave, .shareRequestAccess: .conflict
            // Notes asks for no proofs.
            case .shareStop, .shareRemoveParticipant, .identityProve: .forbidden
            case .noticeAnswer: .invalidParams
            case .messageAttachment: .notFound
            default: nil
            }
        var isGone = false
        for probe in probes(of: method, in: secrets) {
            var params = probe.request(probe.secret)
            if method == .deliveryExplain { params = with(params, "person", "bea") }
            let client = isOwners ? (probe.isApp ? trip.app : trip.anna) : (probe.isApp ? app : trip.bea)
            // A deleted document cannot be deleted again.
            #expect(
                client.refusal(method.rawValue, params) == (isGone ? .conflict : outcome),
                "\(probe.key) \(probe.secret)")
            isGone = method == .documentDelete
        }
    }
}
