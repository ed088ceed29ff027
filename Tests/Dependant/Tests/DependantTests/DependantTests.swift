import Aliased
import AppTestKit
import CloudKit
import Dump
import SharedWithYou
import Talk
import Testing
import UIKit

@MainActor final class DependantTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

    private func show(_ controller: UIViewController) {
        window.rootViewController = controller
        window.makeKeyAndVisible()
    }

    @Test("the first sample of the talk previews a link that a friend sends")
    func shelfSampleRuns() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let shelf = Talk.shelf()
            shelf.controller.loadViewIfNeeded()
            try await world.anna.send("https://notes.example/d/1", to: world.conversation)
            try await world.quiesce()
            #expect(shelf.previewed().map(\.absoluteString) == ["https://notes.example/d/1"])
        }
    }

    @Test("the attribution samples show the first highlight, and their menu ends with the custom title")
    func attributionSamplesRun() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        try await world.bea.running { @MainActor in
            let controller = AttributionViewController()
            #expect(controller.appearance().highlight?.url.absoluteString == "https://notes.example/d/1")
            #expect(controller.alignment().horizontalAlignment == .leading)
            #expect(controller.context().displayContext == .summary)
            #expect(controller.menu().attribution.highlightMenu.children.last?.title == "Remove Item")
        }
    }

    @Test("the sharing sample saves the record and its share, and the invited person gets the link and access")
    func sharingSampleRuns() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let controller = SharingViewController()
            show(controller)
            let record = CKRecord(recordType: "Recipe")
            record["title"] = "Plum cake"
            controller.recordToShare = record
            controller.presentCloudSharingController(UIBarButtonItem(systemItem: .action))
            let screens = try #require(controller.presentedViewController as? UICloudSharingController)
            try screens.invite(world.bea)
            try await world.quiesce()
            #expect(screens.share?.url != nil)
        }
        let link = try #require(try await world.bea.texts(in: world.conversation).last)
        let share = try await world.bea.share.accept(.url(link))
        #expect(share.share.title == "Plum cake")
    }

    @Test("the sample without a preparation shares nothing")
    func emptySampleSharesNothing() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let controller = EmptySharingViewController()
            show(controller)
            controller.recordToShare = CKRecord(recordType: "Recipe")
            controller.presentCloudSharingController(UIBarButtonItem(systemItem: .action))
            let screens = try #require(controller.presentedViewController as? UICloudSharingController)
            try screens.invite(world.bea)
            try await world.quiesce()
            #expect(screens.share == nil)
        }
        #expect(try await world.anna.share.list().shares.isEmpty)
    }

    @Test("aliased names and the thin modules name the same classes")
    func aliasesNameTheSameClasses() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let controller: UIViewController = ShelfController()
            let center: SWHighlightCenter? = (controller as? ShelfController)?.center
            #expect(center?.highlights.isEmpty == true)
        }
    }

    @Test("swift-custom-dump works in the same package")
    func customDumpWorks() {
        #expect(difference(["a"], ["b"])?.contains("b") == true)
    }
}
