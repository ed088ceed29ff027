import ChatProtocol
import Testing

@testable import AppModel
@testable import TestSupport

/// Tests of a share as a value: the permitted changes, and the request of a save.
struct CloudShareTests {
    /// The raw values are those of the framework (`ck-role`, `ck-accept`, `ck-permission-raw`).
    @Test func theRawValuesAreTheFrameworks() {
        #expect(CloudShare.ParticipantRole.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(CloudShare.ParticipantRole.publicUser.rawValue == 4)
        #expect(CloudShare.ParticipantAcceptanceStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(CloudShare.ParticipantAcceptanceStatus.accepted.rawValue == 2)
        #expect(CloudShare.ParticipantPermission.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(CloudShare.ParticipantPermission.readWrite.rawValue == 3)
    }

    /// A share has a link only after its first save (`ucs-link-after-save`, `ck-url`, `ck-public-default`,
    /// `ucs-handler-steps`).
    @Test func theLinkIsThereAfterTheSave() throws {
        let stage = try ShareStage()
        let record = CloudRecord(app: AppID("com.example.notes"), title: "Trip plan")
        let share = CloudShare(rootRecord: record)
        #expect(share.url == nil)
        #expect(share.publicPermission == .none)
        #expect(share.participants.isEmpty)
        var results: [Result<CloudShare, SharingError>] = []
        let operation = ModifyRecordsOperation(rootRecord: record, share: share)
        operation.modifyRecordsResultBlock = { results.append($0) }
        stage.container.add(operation)
        #expect(results.isEmpty, "told out of turn() alone")
        stage.container.turn()
        #expect(results.count == 1)
        #expect(share.url == "https://notes.example/d/1")
        #expect(record.recordID?.rawValue == "d1")
        #expect(record.isShared)
        #expect(share.owner?.handle.rawValue == "anna")
        #expect(share.currentUserParticipant?.role == .owner)
        #expect(stage.asked.count == 1, "root and share in one save")
    }

    /// A failed save changes neither the record nor the share (`ucs-handler-steps`).
    @Test func aFailedSaveLeavesBothAsTheyWere() throws {
        let stage = try ShareStage()
        stage.refusals["share.create"] = RPCError(.unavailable, "The disk is full.")
        let record = CloudRecord(app: AppID("com.example.notes"), title: "Trip plan")
        let share = CloudShare(rootRecord: record)
        var failure: SharingError?
        let operation = ModifyRecordsOperation(share: share)
        operation.modifyRecordsResultBlock = { if case .failure(let error) = $0 { failure = error } }
        stage.container.add(operation)
        stage.container.turn()
        #expect(failure == .refused(.unavailable, "The disk is full."))
        #expect(share.url == nil)
        #expect(record.recordID == nil)
        #expect(!record.isShared)
    }

    @Test("the first save of a share creates it and then invites its people")
    func firstSaveInvitesPeople() throws {
        let stage = try ShareStage()
        let share = CloudShare(rootRecord: CloudRecord(app: AppID("com.example.notes"), title: "Trip plan"))
        try share.invite(CloudShare.Participant("dan".handle, permission: .readOnly))
        try share.invite(CloudShare.Participant("eve".handle))
        try share.withdrawInvitation(of: "eve".handle)
        let operation = ModifyRecordsOperation(share: share)
        var results: [Result<CloudShare, SharingError>] = []
        operation.modifyRecordsResultBlock = { results.append($0) }
        stage.container.add(operation)
        stage.container.turn()
        #expect(results.count == 1 && operation.refusal == nil)
        #expect(stage.asked.map { $0.prefix { $0 != " " } } == ["share.create", "share.save"])
        #expect(stage.asked.last?.contains(#""add":[{"handle":"dan","permission":"readOnly"}]"#) == true)
    }

    @Test("a refused invitation stops the share that was just created")
    func refusedInvitationStopsTheShare() throws {
        let stage = try ShareStage()
        stage.refusals["share.save"] = RPCError(.tooLarge, "Too many people.")
        let share = CloudShare(rootRecord: CloudRecord(app: AppID("com.example.notes"), title: "Trip plan"))
        try share.invite(CloudShare.Participant("dan".handle))
        let operation = ModifyRecordsOperation(share: share)
        var results: [Result<CloudShare, SharingError>] = []
        operation.modifyRecordsResultBlock = { results.append($0) }
        stage.container.add(operation)
        stage.container.turn()
        #expect(stage.asked.map { $0.prefix { $0 != " " } } == ["share.create", "share.save", "share.stop"])
        #expect(results.count == 1 && operation.refusal?.reason == .tooLarge)
        #expect(share.url == nil && share.shareID == nil)
        #expect(share.participants.map(\.handle.rawValue) == ["dan"], "the invitation can be tried again")
    }

    @Test func aFailedSaveOfAChangeTakesItBack() throws {
        let stage = try ShareStage()
        stage.refusals["share.save"] = RPCError(.unavailable, "No.")
        let share = try stage.share.read(by: "anna", in: stage.container)
        try share.addParticipant(.init(try "dan".handle))
        #expect(share.hasChanges)
        stage.container.add(ModifyRecordsOperation(share: share))
        stage.container.turn()
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "bea", "carl"])
        #expect(!share.hasChanges)
    }

    /// Adding a participant again changes their permission and creates no duplicate (`ck-add-same`).
    @Test func addingTheSameOneUpdatesThem() throws {
        let stage = try ShareStage()
        let share = try stage.share.read(by: "anna", in: stage.container)
        try share.addParticipant(.init(try "bea".handle, permission: .readOnly))
        #expect(share.participants.count == 3)
        #expect(share.participants[1].permission == .readOnly)
        #expect(share.participants[1].acceptanceStatus == .accepted)
        stage.container.add(ModifyRecordsOperation(share: share))
        #expect(
            stage.asked == [
                #"share.save {"share":"s1","revision":1,"permissions":[{"handle":"bea","permission":"readOnly"}]}"#
            ])
    }

    /// A public share has no pending participants and accepts no named ones (`ck-public-raise`, `ck-no-mix`).
    @Test func raisingDropsThePendingAndNamesNobodyAnyMore() throws {
        let stage = try ShareStage()
        let share = try stage.share.read(by: "anna", in: stage.container)
        share.publicPermission = .readOnly
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "bea"])
        #expect(share.participants[1].role == .publicUser)
        let dan = try "dan".handle
        #expect(throws: SharingError.publicShare) { try share.addParticipant(.init(dan)) }
        #expect(throws: SharingError.publicShare) { try share.removeParticipant(share.participants[1]) }
        stage.container.add(ModifyRecordsOperation(share: share))
        #expect(
            stage.asked == [#"share.save {"share":"s1","revision":1,"access":"public","permission":"readOnly"}"#])
    }

    /// A share that becomes private loses all participants except the owner. The owner can add some again before the
    /// save (`ck-public-lower`).
    @Test func loweringLeavesTheOwnerAndWhoIsAddedAgain() throws {
        var canned = CannedShare()
        canned.access = "public"
        canned.participants = [
            .init(handle: "anna", role: "owner"), .init(handle: "bea", role: "publicUser"),
            .init(handle: "dan", role: "publicUser"),
        ]
        let stage = try ShareStage("anna", canned)
        let share = try canned.read(by: "anna", in: stage.container)
        #expect(share.publicPermission == .readWrite)
        share.publicPermission = .none
        #expect(share.participants.map(\.handle.rawValue) == ["anna"])
        try share.addParticipant(.init(try "dan".handle))
        stage.container.add(ModifyRecordsOperation(share: share))
        #expect(
            stage.asked == [
                #"share.save {"share":"s1","revision":1,"access":"private","add":[{"handle":"dan"}]}"#
            ])
    }

    @Test func theOwnerAndStrangersAreNotRemoved() throws {
        let stage = try ShareStage()
        let share = try stage.share.read(by: "anna", in: stage.container)
        let dan = try "dan".handle
        #expect(throws: SharingError.owner) { try share.removeParticipant(share.participants[0]) }
        #expect(throws: SharingError.notAParticipant(dan)) { try share.removeParticipant(.init(dan)) }
        let draft = CloudShare(rootRecord: CloudRecord(app: AppID("com.example.notes"), title: "New"))
        #expect(throws: SharingError.notSaved) { try draft.addParticipant(.init(dan)) }
    }

    /// A save by another participant updates a share without changes. It does not overwrite unsaved changes.
    @Test func aSaveByAnotherUpdatesTheShareButKeepsUnsavedChanges() throws {
        let stage = try ShareStage()
        let share = try stage.share.read(by: "anna", in: stage.container)
        var other = stage.share
        other.revision = 5
        other.title = "Journey"
        func tell() {
            stage.stream.put(.notification(method: "share.changed", params: ["cursor": 1, "share": other.json]))
            stage.container.turn()
        }
        tell()
        #expect(share.title == "Journey")
        #expect(share.revision == 5)
        share.title = "Mine"
        other.title = "Theirs"
        other.revision = 6
        tell()
        #expect(share.title == "Mine")
        #expect(share.revision == 5, "so that saving it is refused, and nothing of theirs is lost")
    }

    /// The standard options allow every access and every permission (`ck-allowed-options`).
    @Test func theStandardOptionsAreTheMostPermissive() {
        let standard = AllowedSharingOptions.standard
        #expect(standard.allowedParticipantAccessOptions == [.anyoneWithLink, .specifiedRecipientsOnly])
        #expect(standard.allowedParticipantPermissionOptions == [.readOnly, .readWrite])
        #expect(!standard.allowsParticipantsToInviteOthers)
    }
}
