import AppModel
import ChatProtocol

/// A share in the form in which a server sends it.
struct CannedShare {
    struct Participant {
        var handle: String
        var role = "privateUser"
        var permission = "readWrite"
        var acceptance = "accepted"
        var individual = false
    }

    var id = "s1"
    var title = "Trip plan"
    var url = "https://notes.example/d/1"
    var backend = "cloudRecord"
    var access = "private"
    var permission = "readWrite"
    var allowsInviting = false
    var revision: Int64 = 1
    var conversations: [String]?
    var isDocumentDeleted = false
    var participants = [
        Participant(handle: "anna", role: "owner"), Participant(handle: "bea"),
        Participant(handle: "carl", acceptance: "pending"),
    ]

    var json: JSONValue {
        var more = conversations.map { [("conversations", JSONValue.array($0.map { .string($0) }))] } ?? []
        if isDocumentDeleted { more.append(("documentDeleted", true)) }
        return .object(JSONObject((members.objectValue?.members ?? []) + more.map { .init(key: $0.0, value: $0.1) }))
    }

    private var members: JSONValue {
        [
            "id": .string(id), "app": "com.example.notes", "title": .string(title), "url": .string(url),
            "backend": .string(backend), "owner": "anna", "access": .string(access),
            "permission": .string(permission), "allowsInviting": .bool(allowsInviting),
            "createdAt": "2024-01-01T09:00:00.000Z", "document": "d1", "revision": .integer(revision),
            "collaborationIdentifier": .string(id), "role": "owner", "summary": "Everyone can make changes.",
            "participants": .array(
                participants.map {
                    [
                        "handle": .string($0.handle), "role": .string($0.role), "permission": .string($0.permission),
                        "acceptance": .string($0.acceptance), "individual": .bool($0.individual),
                    ]
                }),
        ]
    }

    /// Returns the share as a person reads it, watched by their container.
    func read(by person: String, in container: Container) throws -> CloudShare {
        var fields = try JSONFields(json)
        let share = CloudShare(try ShareView(from: &fields), readBy: try person.handle)
        container.watch(share)
        return share
    }
}

/// A test server with one share. It answers requests about the share and records them.
final class ShareStage {
    let stream = CannedStream()
    let container: Container
    /// The server's version of the share, with which it answers a save.
    var share: CannedShare
    /// The errors with which it answers, by method.
    var refusals: [String: RPCError] = [:]

    init(_ person: String = "anna", _ share: CannedShare = CannedShare()) throws {
        self.share = share
        container = Container(person: try person.handle, stream: stream)
        stream.answers = { [unowned self] request in
            if let refusal = refusals[request.call.method.rawValue] { return .failure(refusal) }
            switch request {
            case .request(.shareSend): return .success(["message": ["id": "m1"]])
            case .request(.shareCreate), .request(.shareSave):
                self.share.revision += 1
                return .success(["share": self.share.json, "dropped": []])
            case .request(.shareGet), .request(.shareAccept), .request(.shareLeave), .request(.shareStop),
                .request(.shareList), .request(.documentGet):
                return .success(["share": self.share.json])
            default: return .failure(RPCError(.notFound, "Nothing there."))
            }
        }
    }

    /// The received requests, each as its method and its params.
    var asked: [String] {
        stream.asked.map { request in
            let json = JSONWriter.object { request.call.writeMembers(to: &$0) }
            return request.call.method.rawValue + " " + String(decoding: json, as: UTF8.self)
        }
    }

    func controller() throws -> CloudSharingController {
        let controller = CloudSharingController(
            share: try share.read(by: container.person.rawValue, in: container), container: container)
        controller.popoverPresentationController.sourceItem = "share"
        try controller.present()
        return controller
    }
}

/// A delegate that records the calls of a controller.
final class SharingDelegate: CloudSharingControllerDelegate {
    var title: String? = "Trip plan"
    private(set) var told: [String] = []

    func cloudSharingController(_ controller: CloudSharingController, failedToSaveShareWithError error: any Error) {
        told.append("failed: \(error)")
    }
    func itemTitle(for controller: CloudSharingController) -> String? { title }
    func itemThumbnailData(for controller: CloudSharingController) -> String? { "📝" }
    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) { told.append("saved") }
    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) { told.append("stopped") }
}

extension String {
    /// The text as a handle.
    var handle: Handle {
        get throws {
            guard let handle = Handle(self) else { throw CannedStream.Missing() }
            return handle
        }
    }
}
