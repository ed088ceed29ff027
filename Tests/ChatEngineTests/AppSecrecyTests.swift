import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Secrecy towards apps: no answer, error or notification contains a name, handle, conversation or text that the app
/// did not send. This holds for every request, every state of its document and every person that it runs as.
struct AppSecrecyTests {
    private static let people = ["quillon", "brunhart", "ysolde", "wexford"]
    private static let link = "https://notes.example/d/plan"
    private static let url: JSONValue = .string(link)
    private static let app: AppID = "com.example.notes"

    /// The words that no app may receive.
    private static let secrets = people + ["Nym", "Zebra words", "Verandah"]

    private let server: EngineFixture
    private let persons: [EngineClient]
    private let apps: [EngineClient]
    private let conversation: ConversationID
    private let message: MessageID
    private var share: ShareID?

    init() throws {
        server = try EngineFixture()
        let observer = try server.observer()
        try observer.app.register(
            app: Self.app, name: "Notes", domains: ["notes.example"], backends: [.cloudRecord, .custom])
        persons = try Self.people.map { [server] handle in
            try server.join(["role": "person", "handle": .string(handle), "name": .string("Nym \(handle)")])
        }
        let others = Self.people.dropFirst().dropLast().compactMap { Handle($0) }
        conversation = try persons[0].conversation.create(participants: others, name: "Verandah").id
        message = try persons[0].message.send(
            conversation: conversation, text: "Zebra words https://notes.example/other"
        ).id
        apps = try Self.people.map { [server] in try server.app(as: $0) }
    }

    /// The identities by which the app knows people, and an unknown one.
    private var identities: [JSONValue] {
        let delivered = apps.flatMap { app in
            app.raw.flatMap { value -> [JSONValue] in
                let action = value["params"]?["action"]
                let added = action?["addedIdentities"]?.arrayValue ?? []
                return added + (action?["removedIdentities"]?.arrayValue ?? [])
            }
        }
        return Array(delivered.compactMap { $0["rootHash"] }.suffix(4)) + [.string(String(repeating: "0", count: 64))]
    }

    private var events: [JSONValue] {
        var events: [JSONValue] = [
            ["type": "change", "trigger": "edit"], ["type": "change", "trigger": "comment"],
            ["type": "persistence", "trigger": "created"], ["type": "persistence", "trigger": "deleted"],
            ["type": "persistence", "trigger": "moved"],
            ["type": "persistence", "trigger": "renamed", "title": "Plan"],
            ["type": "nothing"], [:],
        ]
        let subjects = Self.people.map { (isHandle: true, value: JSONValue.string($0)) }
        for subject in subjects + identities.map({ (isHandle: false, value: $0) }) {
            events.append(with(["type": "mention"], subject.isHandle ? "mentioned" : "identity", subject.value))
            for trigger in ["addedCollaborator", "removedCollaborator"] {
                let event: JSONValue = ["type": "membership", "trigger": .string(trigger)]
                events.append(with(event, subject.isHandle ? "person" : "identity", subject.value))
            }
        }
        return events
    }

    /// Returns the requests that each app sends with a method.
    private func probes(of method: Method) -> [JSONValue] {
        let (conversation, message) = (JSONValue(conversation), JSONValue(message))
        let share: JSONValue = self.share.map { JSONValue($0) } ?? .null
        let urls: [JSONValue] = [
            Self.url, "https://notes.example/d/none", "https://notes.example/other", "https://else.example/", "no link",
        ]
        let links = urls.map { ["url": $0] as JSONValue }
        let documents = links + ["d1", .string("d-\(share.stringValue ?? "")")].map { ["document": $0] as JSONValue }
        let named = documents + [["document": conversation], ["document": message]]
        switch method {
        case .sessionHello: return [["role": "app", "app": JSONValue(Self.app), "handle": "ysolde"]]
        case .highlightList: return [[:], ["after": "h1"], ["app": "other"], ["person": "ysolde"]]
        case .highlightDisplay, .attributionAttach:
            let shelf = apps.flatMap { $0.answers.values.joined() }
                .flatMap { $0["result"]?["highlights"]?.arrayValue ?? [] }.compactMap { $0["id"] }
            return (shelf.prefix(3) + ["h1", conversation]).map { ["highlight": $0, "context": "detail"] }
        case .highlightCenterGetHighlight, .highlightCenterGetCollaborationHighlight, .highlightCenterClearNotices:
            return links
        case .highlightCenterCollaborationHighlight:
            return [share, "s1", conversation].map { ["collaborationIdentifier": $0] }
        case .highlightCenterPostNotice:
            return links.prefix(2).flatMap { link in events.map { with(link, "event", $0) } }
        case .actionFulfill, .actionFail:
            let actions = apps.flatMap { $0.received("action.requested") }.compactMap { $0["action"]?["id"] }
            return (actions.suffix(3) + ["x1", conversation]).flatMap { action in
                [
                    ["action": action],
                    ["action": action, "url": Self.url, "collaborationIdentifier": "own"],
                ]
            }
        case .appGet: return [[:], ["app": "other"]]
        case .activityOffer: return [["activities": []], ["activities": [["type": "crop", "title": "Crop"]]], [:]]
        case .documentCreate: return [["title": "Plan", "url": Self.url], ["title": ""], ["title": "Own"]]
        case .documentList: return [[:], ["person": "ysolde"], ["after": "d1"], ["app": "other"]]
        case .documentGet, .documentOpen, .documentClose: return named
        case .documentEdit: return named.map { with(with($0, "text", "@brunh word"), "revision", 0) }
        case .documentComment: return named.map { with($0, "text", "A word") }
        case .documentRename: return named.map { with($0, "title", "Plan") }
        case .documentMove: return named.map { with($0, "folder", "Folder") }
        case .identityProve:
            let proof: JSONValue = ["publicKey": "BA==", "publicKeyIndex": 0, "signatureData": "MA=="]
            return named.map { with(with($0, "challenge", "AAAA"), "proof", proof) }
        case .identitySign: return named.map { with($0, "data", "AAAA") }
        case .documentDelete: return [["document": "d1"], ["url": "https://notes.example/d/none"]]
        case .sessionPing, .rpcDiscover, .sessionFence, .clockNow, .identityChallenge: return [[:]]
        default:
            if method.roles.contains(.app) { Issue.record("\(method) needs probes") }
            // The server refuses methods of other roles for any ids.
            return [["conversation": conversation, "message": message, "share": share, "handle": "ysolde"]]
        }
    }

    /// Sends all probes of all methods from each app.
    private func ask() {
        for app in apps {
            for method in Method.allCases {
                for probe in probes(of: method) {
                    app.post(method.rawValue, probe)
                    server.flush()
                }
            }
        }
    }

    @Test("no response to an app contains a name, handle, conversation or text that the app did not send")
    mutating func responsesToAppsContainNoNames() throws {
        let owner = persons[0]
        ask()
        let made = try owner.share.create(app: Self.app, title: "Plan", url: Self.link)
        let share = try #require(made.share).share.id
        self.share = share
        ask()
        // The share is sent, accepted, restricted, left, made public and stopped. Then its document is deleted.
        let steps: [(EngineClient, Request)] = [
            (owner, .shareSend(.init(share: share, conversation: conversation))),
            (persons[1], .shareAccept(.id(share))),
            (owner, .shareAddParticipant(.init(share: .id(share), people: .one("wexford")))),
            (
                owner,
                .shareSetPermission(.init(share: .id(share), people: .one("brunhart"), permission: .readOnly))
            ),
            (persons[1], .documentComment(.init(document: .url(Self.link), text: "A remark"))),
            (persons[2], .shareAccept(.id(share))),
            (owner, .shareRemoveParticipant(.init(share: .id(share), people: .one("brunhart")))),
            (persons[2], .shareLeave(.id(share))),
            (owner, .shareSetAccess(.init(share: .id(share), access: .public))),
            (
                owner,
                .collaborationStart(
                    .init(app: Self.app, title: "Other", conversation: conversation, backend: .custom))
            ),
            (owner, .conversationRename(.init(conversation: conversation, name: "Verandah"))),
            (owner, .shareStop(.id(share))), (owner, .documentDelete(.url(Self.link))),
        ]
        for (client, request) in steps {
            let id = client.post(request)
            server.flush()
            _ = try client.answer(id)
            ask()
        }
        let secrets = Self.secrets + [conversation.rawValue, message.rawValue].map { "\"\($0)\"" }
        var count = 0
        var untrue: Set<String> = []
        for (app, handle) in zip(apps, Self.people) {
            for bytes in app.bytes {
                count += 1
                let text = String(decoding: bytes, as: UTF8.self)
                for why in ["nobody added", "was not removed", "is on it", "is not on it", "another person did that"]
                where text.contains(why) { untrue.insert(why) }
                // The app itself names the person that it runs as.
                for secret in secrets where text.contains(secret) && secret != handle {
                    Issue.record("the app of \(handle) is sent \(secret): \(text.prefix(300))")
                }
            }
        }
        #expect(count > 2_000)
        // The probes caused the errors that once named people.
        #expect(untrue.count >= 4, "\(untrue)")
    }
}
