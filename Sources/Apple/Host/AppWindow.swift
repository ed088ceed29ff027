import ChatScreens
import ChatTerminal
import Foundation
import UnderstudySharedWithYou
import UnderstudyUIKit

/// The app's own screens: the root of its window and the controllers that it presents, with the focus of the person.
@MainActor final class AppWindow {
    /// An action of the person on a screen.
    enum Action {
        case press(ScreenItem)
        case openMenu(ScreenItem)
        case quit
        /// Nothing happened, for the reason in the sentence.
        case none(String?)
    }

    /// The place of a person on the screen of a controller.
    struct Position {
        var focus: ScreenItem.Identity?
        /// The place of the focus among all parts: its neighbour has the focus when it is gone.
        var index = 0
        /// The topmost row of the content that shows.
        var scroll = 0
        /// True if the content scrolls to the focus.
        var followsFocus = true
        /// True if the person chose the focus. Until then it is the first part of the content.
        var isChosen = false
        /// The controller. A later controller at the same address in memory has a place of its own.
        fileprivate weak var controller: UIViewController?
    }

    let editors = TextEditors()
    private let application: UIApplication
    private let attribution: (String) -> AttributionContent?
    private var positions: [ObjectIdentifier: Position] = [:]
    /// The parts of the screen: those of the content first, then those of the bars.
    private var items: [(item: ScreenItem, place: Rectangle)] = []
    private var contentCount = 0
    private var rows = 0

    /// - Parameter attribution: returns the people who shared an item, by the token of its view.
    init(of application: UIApplication, attribution: @escaping (String) -> AttributionContent?) {
        (self.application, self.attribution) = (application, attribution)
    }

    /// The app's controllers from back to front: the root, and those that it presents and that have views of their own.
    var controllers: [UIViewController] {
        let all = sequence(first: application.keyWindow?.rootViewController) { $0?.presentedViewController }
        return all.compactMap { $0 }.filter { !Self.isSystem($0) }
    }

    /// The controller whose views the person sees, without its containers.
    var shown: UIViewController? { controllers.last.map { content(of: $0).shown } }

    /// The part that has the focus.
    var focused: ScreenItem? {
        let focus = shown.flatMap { position(of: $0).focus }
        return items.first { $0.item.identity == focus }?.item
    }

    private static func isSystem(_ controller: UIViewController) -> Bool {
        controller is UIAlertController || controller is UIActivityViewController
            || controller is UICloudSharingController || controller is SWRemoveParticipantAlertController
    }

    /// Returns the controller that a container shows, with its innermost navigation controller.
    private func content(
        of controller: UIViewController, in navigation: UINavigationController? = nil
    ) -> (navigation: UINavigationController?, shown: UIViewController) {
        guard let inner = controller as? UINavigationController, let top = inner.topViewController else {
            return (navigation, controller)
        }
        return content(of: top, in: inner)
    }

    // MARK: Drawing

    /// Draws the screens.
    ///
    /// - Parameters:
    ///   - room: the part of the screen for them.
    ///   - isCovered: true if something lies over them that has the keys.
    func draw(on grid: inout Grid, room: Size, isCovered: Bool) {
        (items, rows) = ([], room.rows)
        let controllers = controllers
        for (depth, controller) in controllers.enumerated() {
            var frame = Rectangle(column: 0, row: 0, columns: room.columns, rows: room.rows)
            if depth > 0 {
                let edge = Rectangle(column: 1, row: 0, columns: room.columns - 2, rows: room.rows)
                grid.recede()
                grid.fill(edge)
                grid.frame(edge, Style(.accent))
                frame = Rectangle(column: 3, row: 1, columns: room.columns - 6, rows: room.rows - 2)
            }
            let hasKeys = depth == controllers.count - 1 && !isCovered
            let drawn = draw(controller, size: frame.size, hasKeys: hasKeys)
            var screen = ScreenBlock(grid: grid)
            screen.place(drawn, column: frame.origin.column, row: frame.origin.row)
            grid = screen.grid
            if hasKeys { items = screen.items }
            if !hasKeys || drawn.grid.cursor == nil { grid.cursor = nil }
        }
    }

    private func draw(_ controller: UIViewController, size: Size, hasKeys: Bool) -> ScreenBlock {
        let (navigation, shown) = content(of: controller)
        var position = position(of: shown)
        var screen = read(shown, in: navigation, focus: hasKeys ? position.focus : nil, columns: size.columns)
        if hasKeys {
            let focus = screen.focus(near: position)
            if focus?.identity != position.focus {
                position.focus = focus?.identity
                screen = read(shown, in: navigation, focus: position.focus, columns: size.columns)
            }
        }
        let drawn = screen.draw(size: size, &position)
        positions[ObjectIdentifier(shown)] = position
        if hasKeys { contentCount = screen.contentCount }
        return drawn
    }

    private func position(of shown: UIViewController) -> Position {
        if let known = positions[ObjectIdentifier(shown)], known.controller === shown { return known }
        var position = Position()
        position.controller = shown
        return position
    }

    private func read(
        _ shown: UIViewController, in navigation: UINavigationController?, focus: ScreenItem.Identity?, columns: Int
    ) -> HostedScreen {
        let reader = ScreenReader(focus: focus, editors: editors, attribution: attribution)
        return HostedScreen(of: shown, in: navigation, reader, columns: columns)
    }

    /// The keys for the last row of the screen.
    ///
    /// - Parameter hasMenu: returns true if a part has a menu.
    func keys(hasMenu: (ScreenItem) -> Bool) -> [String] {
        guard let top = controllers.last else { return ["q quit"] }
        let canGoBack = (content(of: top).navigation?.viewControllers.count ?? 0) > 1
        let back = canGoBack ? ["Esc back"] : top.presentingViewController == nil ? [] : ["Esc close"]
        guard let focused else { return back + ["q quit"] }
        switch focused.part {
        case .field: return back + ["↵ next", "↑↓"]
        case .text(let view): return view.isFirstResponder ? ["Esc done"] : back + ["↵ edit", "↑↓", "q quit"]
        case .row: return back + ["↵ open"] + (hasMenu(focused) ? ["m menu"] : []) + ["↑↓", "q quit"]
        case .back, .bar, .control, .attribution, .collaboration: return back + ["↵ press", "↑↓", "q quit"]
        }
    }

    // MARK: Keys

    /// Applies a key: moves the focus, writes in the focused field, or goes back.
    ///
    /// - Returns: the action for the owner.
    func apply(_ key: Key) -> Action {
        guard let top = controllers.last, let shown else {
            return key == .control("c") || key == .character("q") ? .quit : .none(nil)
        }
        if case .mouse(let event) = key { return apply(event, on: shown) }
        let focused = focused
        if let focused, write(key, in: focused, on: shown) {
            return .none(key == .control("c") ? "Ctrl-C again quits" : nil)
        }
        switch key {
        case .control("c"), .character("q"): return .quit
        case .escape: return goBack(from: top)
        case .up, .backTab, .left: move(by: -1, on: shown)
        case .down, .tab, .right: move(by: 1, on: shown)
        case .home: move(to: 0, on: shown)
        case .end: move(to: contentCount - 1, on: shown)
        case .pageUp: scroll(shown, by: -max(1, rows - 4))
        case .pageDown: scroll(shown, by: max(1, rows - 4))
        case .enter: if let focused { return .press(focused) }
        case .character("m"): if let focused { return .openMenu(focused) }
        case .character(let letter): return .none("“\(letter)” does nothing here")
        default: break
        }
        return .none(nil)
    }

    private func apply(_ event: MouseEvent, on shown: UIViewController) -> Action {
        switch (event.kind, event.button) {
        case (.wheelUp, _): scroll(shown, by: -3)
        case (.wheelDown, _): scroll(shown, by: 3)
        case (.click, let button?):
            // The innermost part is the newest.
            guard let hit = items.last(where: { $0.place.contains(event.position) })?.item else { break }
            focus(on: hit, of: shown)
            return button == .right ? .openMenu(hit) : .press(hit)
        default: break
        }
        return .none(nil)
    }

    /// Writes in the focused field.
    ///
    /// - Returns: false if the key is not for a field.
    private func write(_ key: Key, in item: ScreenItem, on shown: UIViewController) -> Bool {
        switch item.part {
        case .field(let field):
            if key == .enter {
                field.pressReturn()
                if self.focused?.identity == item.identity { move(by: 1, on: shown) }
                return true
            }
            var editor = editors.editor(of: field, text: field.text ?? "", isOneLine: true)
            guard key != .control("c"), editor.apply(key) else { return false }
            editors.store(editor, of: field)
            field.type(editor.text)
        case .text(let view):
            guard view.isFirstResponder else { return false }
            var editor = editors.editor(of: view, text: view.text, isOneLine: false)
            switch key {
            case .escape, .control("c"):
                view.resignFirstResponder()
                return true
            case .enter: editor.insert("\n")
            case .up, .down:
                let columns = items.first { $0.item.identity == item.identity }?.place.size.columns ?? 0
                // At its first and last row the cursor stays: Esc leaves the text.
                _ = editor.moveRow(down: key == .down, columns: max(1, columns - 2))
            default: guard editor.apply(key) else { return false }
            }
            editors.store(editor, of: view)
            view.type(editor.text)
        case .back, .bar, .control, .row, .attribution, .collaboration: return false
        }
        return true
    }

    private func move(by step: Int, on shown: UIViewController) {
        guard !items.isEmpty else { return }
        // The bars follow the content, and the content the bars.
        move(to: (position(of: shown).index + step + items.count) % items.count, on: shown)
    }

    private func move(to index: Int, on shown: UIViewController) {
        guard !items.isEmpty else { return }
        focus(on: items[max(0, min(index, items.count - 1))].item, of: shown)
    }

    private func focus(on item: ScreenItem, of shown: UIViewController) {
        if let focused, focused.identity != item.identity { focused.endEditing() }
        var position = position(of: shown)
        position.focus = item.identity
        position.index = items.firstIndex { $0.item.identity == item.identity } ?? 0
        (position.followsFocus, position.isChosen) = (true, true)
        positions[ObjectIdentifier(shown)] = position
    }

    private func scroll(_ shown: UIViewController, by rows: Int) {
        var position = position(of: shown)
        (position.scroll, position.followsFocus) = (position.scroll + rows, false)
        positions[ObjectIdentifier(shown)] = position
    }

    private func goBack(from controller: UIViewController) -> Action {
        let (navigation, shown) = content(of: controller)
        focused?.endEditing()
        if let navigation, navigation.viewControllers.count > 1 {
            navigation.goBack()
            return .none(navigation.topViewController === shown ? "The app does not go back here" : nil)
        }
        guard controller.presentingViewController != nil else { return .none("q quits") }
        return .none(controller.presentationController?.dismissByPerson() == false ? "The app keeps this open" : nil)
    }
}

extension ScreenItem {
    /// Ends the editing of a field, as the focus leaves it.
    @MainActor func endEditing() {
        switch part {
        case .field(let field): field.resignFirstResponder()
        case .text(let view): view.resignFirstResponder()
        case .back, .bar, .control, .row, .attribution, .collaboration: break
        }
    }
}
