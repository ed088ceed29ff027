import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Secrecy towards apps: no answer, error or notification contains a name, handle, conversation or text that the app
/// did not send. This holds for every request, every state of its document and every person that it runs as.
struct AppSecrecyTests {
    private static let people = ["quillon", "brunhart", "ysolde", "wexford"]
    private static let url: JSONValue = "https://notes.example/d/plan"
    private static let app: JSONValue = "com.example.notes"

    /// The words that no app may receive.
    private static let secrets = people + ["Nym", "Zebra words", "Verandah"]

    private let server: EngineFixture
    private let persons: [EngineClient]
    private let apps: [EngineClient]
    private let conversation: JSONValue
    private let message: JSONValue
    private var share: JSONValue = .null

    init() throws {
        server = try EngineFixture()
        let observer = try server.observer()
        try observer.ask(
            "app.register",
            ["app": Self.app, "name": "Notes", "domains": ["notes.example"], "backends": ["cloudRecord", "custom"]])
        persons = try Self.people.map { [server] handle in
            try server.join(["role": "person", "handle": .string(handle), "name": .string("Nym \(handle)")])
        }
        let others = JSONValue.array(Self.people.dropFirst().dropLast().map { .string($0) })
        let created = try persons[0].ask("conversation.create", ["participants": others, "name": "Verandah"])
        conversation = try #require(created["conversation"]?["id"])
        let text: JSONValue = "Zebra words https://notes.example/other"
        let sent = try persons[0].ask("message.send", ["conversation": conversation, "text": text])
        message = try #require(sent["message"]?["id"])
        apps = try Self.people.map { [server] in try server.app(as: $0) }
    }

    /// The identities by which the app knows people, and an unknown one.
    private var identities: [JSONValue] {
        let told = apps.flatMap { app in
            app.raw.flatMap { value -> [JSONValue] in
                let action = value["params"]?["action"]
                let added = action?["addedIdentities"]?.arrayValue ?? []
                return added + (action?["removedIdentities"]?.arrayValue ?? [])
            }
        }
        return Array(told.compactMap { $0["rootHash"] }.suffix(4)) + [.string(String(repeating: "0", count: 64))]
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
        let urls: [JSONValue] = [
            Self.url, "https://notes.example/d/none", "https://notes.example/other", "https://else.example/", "no link",
        ]
        let links = urls.map { ["url": $0] as JSONValue }
        let documents = links + ["d1", .string("d-\(share.stringValue ?? "")")].map { ["document": $0] as JSONValue }
        let named = documents + [["document": conversation], ["document": message]]
        switch method {
        case .sessionHello: return [["role": "app", "app": Self.app, "handle": "ysolde"]]
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
            let actions = apps.flatMap { $0.heard("action.requested") }.compactMap { $0["action"]?["id"] }
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
        case .documentDelete: return [["document": "d1"], ["url": "https://notes.example/d/none"]]
        case .sessionPing, .rpcDiscover, .sessionFence, .clockNow: return [[:]]
        default:
            // Methods of other roles, which the server refuses for any ids.
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
        let made = try owner.ask("share.create", ["app": Self.app, "title": "Plan", "url": Self.url])
        share = try #require(made["share"]?["id"])
        ask()
        // The share is sent, accepted, restricted, left, made public and stopped. Then its document is deleted.
        let steps: [(EngineClient, String, JSONValue)] = [
            (owner, "share.send", ["share": share, "conversation": conversation]),
            (persons[1], "share.accept", ["share": share]),
            (owner, "share.addParticipant", ["share": share, "handle": "wexford"]),
            (owner, "share.setPermission", ["share": share, "handle": "brunhart", "permission": "readOnly"]),
            (persons[1], "document.comment", ["url": Self.url, "text": "A remark"]),
            (persons[2], "share.accept", ["share": share]),
            (owner, "share.removeParticipant", ["share": share, "handle": "brunhart"]),
            (persons[2], "share.leave", ["share": share]),
            (owner, "share.setAccess", ["share": share, "access": "public"]),
            (
                owner, "collaboration.start",
                ["app": Self.app, "title": "Other", "backend": "custom", "conversation": conversation]
            ),
            (owner, "conversation.rename", ["conversation": conversation, "name": "Verandah"]),
            (owner, "share.stop", ["share": share]),
            (owner, "document.delete", ["url": Self.url]),
        ]
        for (client, method, params) in steps {
            try client.ask(method, params)
            ask()
        }
        let secrets =
            Self.secrets + [conversation.stringValue, message.stringValue].compactMap { $0 }.map { "\"\($0)\"" }
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
