import AppHost
import AppTestKit
import ChatTerminal
import Testing
import UnderstudyUIKit

/// An app on a terminal: its views as rows, keys as presses, and the system's screens over it.
@MainActor struct HostedAppTests {
    private func recipes(_ titles: String...) -> RecipeListViewController {
        let store = RecipeStore()
        for title in titles { store.add(title) }
        return RecipeListViewController(store: store)
    }

    @Test("a table has a row for each cell, and the bar has its title and buttons")
    func tableIsDrawn() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread", "cake")
        } _: { terminal in
            let rows = terminal.rows
            #expect(rows[0].contains("[Edit]") && rows[0].contains("Recipes") && rows[0].contains("[Add]"))
            #expect(rows[2].hasPrefix("▌ bread") && rows[2].hasSuffix("›"))
            #expect(rows[4].contains("cake"))
            #expect(terminal.lastRow.contains("anna · connected") && terminal.lastRow.contains("m menu"))
        }
    }

    @Test("Return opens a row, and Esc goes back to it")
    func rowOpens() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread", "cake")
        } _: { terminal in
            try await terminal.press(.down, .enter)
            #expect(terminal.rows[0].contains("‹ Recipes") && terminal.rows[0].contains("cake"))
            try await terminal.press(.escape)
            #expect(terminal.rows[4].hasPrefix("▌ cake"))
        }
    }

    @Test("a title that is typed into an alert becomes a row, and Esc adds nothing", arguments: [true, false])
    func alertIsFilled(isAdded: Bool) async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread")
        } _: { terminal in
            try await terminal.press(.up, .enter)
            #expect(terminal.text.contains("New Recipe") && terminal.text.contains("Title:"))
            try await terminal.type("tea")
            #expect(terminal.text.contains("Title: tea"))
            try await terminal.press(isAdded ? .enter : .escape)
            #expect(!terminal.text.contains("New Recipe"))
            #expect(terminal.text.contains("tea") == isAdded)
        }
    }

    @Test("the menu of a row has the app's entries, and Remove removes the row")
    func menuActs() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread", "cake")
        } _: { terminal in
            try await terminal.press(.character("m"))
            #expect(terminal.text.contains("Share") && terminal.text.contains("Remove"))
            try await terminal.press(.down, .enter)
            #expect(!terminal.text.contains("bread") && terminal.rows[2].contains("cake"))
        }
    }

    @Test("the right button opens the menu of a row, and a click on an entry acts")
    func menuActsByTheMouse() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread", "cake")
        } _: { terminal in
            try await terminal.click(.right, at: Position(column: 10, row: 4))
            try await terminal.click(at: try terminal.place(of: "Remove"))
            #expect(terminal.rows[2].contains("bread") && !terminal.text.contains("cake"))
        }
    }

    @Test("a letter that is no key is refused in the last row, and does nothing else")
    func otherLetterIsRefused() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread")
        } _: { terminal in
            let before = terminal.rows.dropLast()
            let effects = try await terminal.press(.character("z"))
            #expect(effects.isEmpty)
            #expect(terminal.lastRow.contains("“z” does nothing here") && terminal.rows.dropLast() == before)
            let last = try await terminal.press(.character("q"))
            #expect(last == [.quit])
        }
    }

    @Test("a click acts on what is under the pointer")
    func clickActs() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread", "cake")
        } _: { terminal in
            let position = Position(column: 10, row: 4)
            try await terminal.press(.mouse(MouseEvent(.press, .left, at: position)))
            #expect(terminal.rows[0].contains("Recipes"), "a held button has no effect yet")
            try await terminal.press(.mouse(MouseEvent(.release, .left, at: Position(column: 10, row: 9))))
            #expect(terminal.rows[0].contains("Recipes"), "the mouse left the row before the release")
            try await terminal.click(at: position)
            #expect(terminal.rows[0].contains("cake"))
        }
    }

    @Test("a click on a bar presses its button, also if a row is scrolled away below it")
    func clickOnABarActs() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna, columns: 60, rows: 10) {
            let store = RecipeStore()
            for number in 1...30 { store.add("recipe-\(number)") }
            return RecipeListViewController(store: store)
        } _: { terminal in
            try await terminal.press(.end)
            #expect(terminal.text.contains("▌ recipe-30"))
            let column = try #require(terminal.rows[0].range(of: "[Add]")).lowerBound.utf16Offset(in: terminal.rows[0])
            try await terminal.click(at: Position(column: column + 1, row: 0))
            #expect(terminal.text.contains("New Recipe"))
            try await terminal.press(.escape)
            try await terminal.click(at: Position(column: 5, row: 9))
            #expect(terminal.rows[0].contains("Recipes"), "no row is below the last row of the screen")
        }
    }

    @Test("Tab leads from the content to the bars and back")
    func tabGoesRound() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread")
        } _: { terminal in
            #expect(terminal.lastRow.contains("↵ open"))
            try await terminal.press(.tab, .tab)
            #expect(terminal.lastRow.contains("↵ press"))
            try await terminal.press(.enter)
            #expect(terminal.text.contains("New Recipe"), "the last button is Add")
            try await terminal.press(.escape, .tab)
            #expect(terminal.rows[2].hasPrefix("▌ bread"))
        }
    }

    @Test("Control-C ends writing first, and quits then")
    func controlCEndsWriting() async throws {
        let world = try await TestWorld("Anna")
        let controller = UIViewController()
        let view = UITextView()
        controller.view = view
        try await Terminal.run(world, world.anna, { controller }) { terminal in
            try await terminal.press(.enter)
            try await terminal.type("quick")
            let first = try await terminal.press(.control("c"))
            #expect(first.isEmpty && view.text == "quick" && terminal.lastRow.contains("Ctrl-C again quits"))
            let second = try await terminal.press(.control("c"))
            #expect(second == [.quit])
        }
    }

    @Test("text is written between Return and Esc, and its letters are no keys")
    func textIsWritten() async throws {
        let world = try await TestWorld("Anna")
        let view = UITextView()
        try await Terminal.run(world, world.anna) {
            let controller = UIViewController()
            controller.view = view
            return controller
        } _: { terminal in
            try await terminal.press(.enter)
            #expect(terminal.lastRow.contains("Esc done"))
            try await terminal.type("quick")
            try await terminal.press(.enter)
            try await terminal.type("meal")
            #expect(view.text == "quick\nmeal" && terminal.cursor == Position(column: 5, row: 3))
            try await terminal.press(.escape)
            #expect(terminal.lastRow.contains("↵ edit"))
            let last = try await terminal.press(.character("q"))
            #expect(last == [.quit])
        }
    }

    @Test("a presented sheet has the app's controller in a frame, and Esc asks the app before it closes it")
    func sheetIsFramed() async throws {
        let world = try await TestWorld("Anna")
        try await Terminal.run(world, world.anna) {
            recipes("bread")
        } _: { terminal in
            let sheet = UIViewController()
            let label = UILabel()
            label.text = "Choose a cook"
            sheet.view.addSubview(label)
            sheet.isModalInPresentation = true
            UIApplication.shared.keyWindow?.rootViewController?.present(sheet, animated: true)
            #expect(terminal.text.contains("Choose a cook") && terminal.lastRow.contains("Esc close"))
            try await terminal.press(.escape)
            #expect(terminal.lastRow.contains("The app keeps this open"))
            sheet.isModalInPresentation = false
            try await terminal.press(.escape)
            #expect(!terminal.text.contains("Choose a cook"))
        }
    }

    @Test(
        "a screen of any size is drawn, and a focus that is out of sight scrolls into it",
        arguments: [
            Size(columns: 20, rows: 5), Size(columns: 60, rows: 20), Size(columns: 160, rows: 45),
            Size(columns: 3, rows: 2),
        ])
    func anySizeIsDrawn(size: Size) async throws {
        let world = try await TestWorld("Anna")
        let titles = (1...30).map { "recipe-\($0)" }
        try await Terminal.run(world, world.anna, columns: size.columns, rows: size.rows) {
            let store = RecipeStore()
            titles.forEach(store.add)
            return RecipeListViewController(store: store)
        } _: { terminal in
            try await terminal.press(.end)
            if size.columns >= 20 { #expect(terminal.text.contains("▌ recipe-30")) }
            try await terminal.press(.home)
        }
    }
}
