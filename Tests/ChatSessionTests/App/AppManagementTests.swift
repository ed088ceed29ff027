import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// manage-view: the screen on which an app with a service of its own manages the participants.
struct AppManagementTests {
    private final class Stage {
        let sharing: ShareStage
        let share: CloudShare
        let management: AppManagement
        var outcomes: [String] { box.outcomes }
        private let box = Box()

        private final class Box { var outcomes: [String] = [] }

        init(_ person: String = "anna") throws {
            sharing = try ShareStage(person)
            sharing.share.backend = "custom"
            share = try sharing.share.read(by: person, in: sharing.container)
            let management = AppManagement(title: "Manage Board", share: share, in: sharing.container) {
                [box] _, outcome in
                switch outcome {
                case .asked: break
                case .saved: box.outcomes.append("saved")
                case .ended: box.outcomes.append("ended")
                case .failed(let error): box.outcomes.append("\(error)")
                }
            }
            self.management = try #require(management)
        }

        func turn() { while sharing.container.turn() {} }

        var labels: [String] { management.drawn(focus: 0).sheet.choices.map(\.label) }
    }

    @Test func theScreenOffersOnlyTheActionsOfTheRole() throws {
        #expect(
            try Stage().labels == [
                "Anna (you)", "Bea", "Carl", "Add People…", "Send the link to those you add", "Copy Link",
                "Stop Sharing",
            ])
        #expect(try Stage("bea").labels == ["Anna", "Bea (you)", "Carl", "Remove Me"])
        let bea = try Stage("bea")
        #expect(throws: SharingError.notOffered) { try bea.management.remove(try "carl".handle) }
        #expect(throws: SharingError.notOffered) { try bea.management.add([try "dee".handle]) }
        #expect(throws: SharingError.notOffered) { _ = try bea.management.perform(.access(.public)) }
        #expect(throws: SharingError.notOffered) { _ = try bea.management.perform(.administrator(try "carl".handle)) }
        #expect(bea.sharing.asked.isEmpty)
    }

    /// swperson-names, remove-alert: the question shows the name and the handle, and Cancel changes nothing.
    @Test func removingAsksByName() throws {
        let stage = try Stage()
        let bea = try "bea".handle
        _ = try stage.management.perform(.person(bea))
        let question = stage.management.drawn(focus: 5)
        #expect(question.sheet.title == "Remove Bea?")
        #expect(question.sheet.body.first == "(B) Bea · bea")
        #expect(question.sheet.focus == 1)
        #expect(question.deeds == [.cancel, .confirm])
        _ = try stage.management.perform(.cancel)
        #expect(stage.sharing.asked.isEmpty)
        #expect(throws: SharingError.notOffered) { _ = try stage.management.perform(.confirm) }
        #expect(throws: SharingError.notOffered) { try stage.management.remove(try "anna".handle) }
        _ = try stage.management.perform(.person(bea))
        _ = try stage.management.perform(.confirm)
        stage.turn()
        #expect(stage.sharing.asked.contains(#"share.save {"share":"s1","revision":1,"remove":["bea"]}"#))
        #expect(stage.outcomes == ["saved"])
        #expect(stage.labels.first == "Anna (you)", "and the screen is there again")
    }

    @Test func addingIsSavedAtOnceOrLeavesNoTrace() throws {
        let stage = try Stage()
        try stage.management.add([try "dee".handle, try "emil".handle])
        stage.turn()
        #expect(stage.sharing.asked.first?.contains(#""add":[{"handle":"dee"},{"handle":"emil"}]"#) == true)
        #expect(stage.outcomes == ["saved"])
        stage.sharing.refusals["share.save"] = RPCError(.conflict, "The board is full.")
        try stage.management.add([try "fay".handle])
        stage.turn()
        #expect(stage.outcomes == ["saved", "The board is full."])
        #expect(!stage.labels.contains("Fay"))
    }

    @Test func stoppingAndLeavingAreAskedAbout() throws {
        for (person, deed, method) in [
            ("anna", CloudSharingSheet.Deed.stop, "share.stop"), ("bea", .leave, "share.leave"),
        ] {
            let stage = try Stage(person)
            _ = try stage.management.perform(deed)
            #expect(stage.management.drawn(focus: 0).deeds == [.cancel, .confirm])
            stage.sharing.refusals[method] = RPCError(.unavailable, "Not now.")
            _ = try stage.management.perform(.confirm)
            stage.turn()
            #expect(stage.outcomes == ["Not now."])
            stage.sharing.refusals = [:]
            _ = try stage.management.perform(deed)
            _ = try stage.management.perform(.confirm)
            stage.turn()
            #expect(stage.outcomes == ["Not now.", "ended"])
        }
    }

    /// A change that the app's service has not decided yet shows as requested.
    @Test func aSaveShowsThatTheAppIsAskedUntilItAnswers() throws {
        var share = CannedShare()
        share.backend = "custom"
        let stage = try AppDocumentTests.Stage(share, registration: ["manageTitle": "Manage Trip"])
        stage.sharing.share.participants[1].role = "administrator"
        stage.press(.enter, .character("s"))
        let answers = stage.sharing.stream.answers
        stage.sharing.stream.answers = { request in
            if case .request(.shareGet(.url)) = request {
                #expect(stage.runtime.state.view.hint == "Asking Notes…")
            }
            return answers(request)
        }
        stage.press(.down, .down, .character("x"), .down, .enter)
        #expect(stage.sharing.asked.contains { $0.hasPrefix("share.save") && $0.contains("carl") })
        #expect(stage.runtime.state.view.hint == "Sharing is saved")
    }

    @Test func theLinkIsCopied() throws {
        #expect(try Stage().management.perform(.copyLink) == "https://notes.example/d/1")
    }
}
