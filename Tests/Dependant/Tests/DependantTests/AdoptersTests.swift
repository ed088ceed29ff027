import AppTestKit
import SharedWithYou
import Testing
import UIKit

@testable import Adopters
@testable import AdoptersInSwift5

/// The shelf, the board and the notices of adopters' files.
@MainActor struct AdoptersTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    private let links = ["https://notes.example/d/1", "https://notes.example/d/2"]

    private func show(_ controller: UIViewController) {
        window.rootViewController = controller
        window.makeKeyAndVisible()
    }

    // MARK: HighlightStore

    @Test("each link of a friend is one insertion at the top, and the snapshot has the newest first")
    func linkIsOneInsertion() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let store = Adopters.HighlightStore()
            #expect(store.differences.isEmpty && store.snapshot.numberOfItems == 0)
            for link in links {
                try await world.anna.send(link, to: world.conversation)
                try await world.advance(by: .seconds(60))
                try await world.quiesce()
            }
            #expect(store.differences.map(\.insertions.count) == [1, 1])
            #expect(store.differences.map(\.removals.count) == [0, 0])
            #expect(store.snapshot.itemIdentifiers.map(\.absoluteString) == links.reversed())
        }
    }

    @Test("a link that its sender unsends is one removal from the store")
    func unsentLinkIsOneRemoval() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let first = try await world.anna.send(links[0], to: world.conversation)
        try await world.anna.send(links[1], to: world.conversation)
        try await world.bea.running { @MainActor in
            let store = Adopters.HighlightStore()
            #expect(store.highlights.count == 2)
            try await world.anna.unsend(first)
            try await world.quiesce()
            #expect(store.differences.last?.removals.count == 1 && store.differences.last?.insertions.isEmpty == true)
            #expect(store.highlights.map(\.url.absoluteString) == [links[1]])
        }
    }

    @Test("a message without a link changes no store, and one's own link does not surface")
    func otherMessagesChangeNothing() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let store = Adopters.HighlightStore()
            try await world.anna.send("See you at eight", to: world.conversation)
            try await world.bea.send(links[0], to: world.conversation)
            try await world.quiesce()
            #expect(store.differences.isEmpty)
        }
    }

    @Test("the same store behaves alike in Swift 5 mode")
    func storeRunsInSwift5Mode() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.bea.running { @MainActor in
            let store = AdoptersInSwift5.HighlightStore()
            try await world.anna.send(links[0], to: world.conversation)
            try await world.quiesce()
            #expect(store.highlights.map(\.url.absoluteString) == [links[0]])
        }
    }

    // MARK: HighlightCell

    @Test("a cell shows the title of its link and the person who sent it")
    func cellShowsTheSender() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        try await world.anna.send(links[0], to: world.conversation)
        try await world.advance(by: .seconds(60))
        try await world.carl.send(links[1], to: world.conversation)
        let bea = try world.bea
        try await bea.running { @MainActor in
            let controller = Adopters.HighlightsViewController(style: .plain)
            show(UINavigationController(rootViewController: controller))
            window.layoutIfNeeded()
            try await world.quiesce()
            var rows: [String] = []
            for row in 0..<controller.tableView.numberOfRows(inSection: 0) {
                let cell = controller.tableView.cellForRow(at: IndexPath(row: row, section: 0))
                let shown = try #require(cell as? Adopters.HighlightCell)
                let sharers = try await shown.attributionView.sharers(seenBy: bea).map(\.rawValue)
                rows.append("\(shown.titleLabel.text ?? "") of \(sharers.joined(separator: ", "))")
            }
            #expect(rows == ["2 of carl", "1 of anna"])
        }
    }

    @Test("a link that arrives while the table is on the screen becomes its first row")
    func tableFollowsTheStore() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.send(links[0], to: world.conversation)
        try await world.bea.running { @MainActor in
            let controller = Adopters.HighlightsViewController(style: .plain)
            show(controller)
            try await world.advance(by: .seconds(60))
            try await world.anna.send(links[1], to: world.conversation)
            try await world.quiesce()
            let first = controller.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? Adopters.HighlightCell
            #expect(controller.tableView.numberOfRows(inSection: 0) == 2)
            #expect(first?.attributionView.highlight?.url.absoluteString == links[1])
        }
    }

    @Test("the row's menu has the app's entry before the system's, and Remove takes that row alone")
    func menuRemovesTheRow() async throws {
        let world = try await TestWorld("Anna", "Bea")
        for link in links {
            try await world.anna.send(link, to: world.conversation)
            try await world.advance(by: .seconds(60))
        }
        try await world.bea.running { @MainActor in
            let controller = Adopters.HighlightsViewController(style: .plain)
            show(controller)
            try await world.quiesce()
            let row = IndexPath(row: 0, section: 0)
            #expect(controller.tableView.menuTitles(at: row) == ["Open", "Reply", "Remove from Shelf"])
            try controller.tableView.chooseMenuEntry("Open", at: row)
            #expect(controller.openedURL?.absoluteString == links[1])
            #expect(throws: ClientFailure.self) { try controller.tableView.chooseMenuEntry("Remove", at: row) }
            try controller.tableView.chooseMenuEntry("Remove from Shelf", at: row)
            try await world.quiesce()
            #expect(controller.store.highlights.map(\.url.absoluteString) == [links[0]])
            #expect(controller.tableView.numberOfRows(inSection: 0) == 1)
        }
        #expect(try await world.bea.highlights().map(\.url) == [links[0]])
    }
}
