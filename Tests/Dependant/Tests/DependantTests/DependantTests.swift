import Aliased
import AppTestKit
import Dump
import SharedWithYou
import Talk
import Testing
import UIKit

@MainActor struct DependantTests {
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
