import AppModel
import ChatProtocol
import ChatScreens
package import ChatSession
package import ChatTerminal
import Foundation
import UnderstudyCloudKit
import UnderstudyFoundation
package import UnderstudyRuntime
import UnderstudySharedWithYou
package import UnderstudyUIKit

/// An app of UIKit's on a terminal: its window as cells, and keys as the actions of a person.
///
/// The system's screens over it are those of `chat-client`: alerts and menus, the share sheet and the sharing screens.
@MainActor package final class HostedApp {
    /// A request to the owner of the terminal.
    package enum Effect: Hashable {
        case quit, redraw, suspend
        case copy(String)
    }

    package let application: UIApplication
    /// The size of the screen.
    package var size: Size { didSet { messages.size = size } }
    /// Messages of the person, which the app's screen covers.
    package let messages: MessagesOverlay
    let app: RunningApp
    private let window: AppWindow
    private var hint: String?
    private var click = Click()
    private var effects: [Effect] = []
    private var menu: OpenMenu?
    private var sharing: SharingScreen?
    private var sheetState = SheetState()
    private var shownSheet: (subject: ObjectIdentifier, page: String)?
    private var shareSheet: ShareSheetPresentation?

    /// Creates the screens of an app that is launched.
    ///
    /// - Parameters:
    ///   - session: Messages of the person.
    ///   - size: the size of the screen.
    package init(_ application: UIApplication, as app: RunningApp, messages session: PersonSession, size: Size) {
        (self.application, self.app, self.size) = (application, app, size)
        messages = MessagesOverlay(session, size: size)
        let messages = messages
        window = AppWindow(of: application) { messages.content(of: $0) }
        app.withModel { sessions in
            sessions.container.names = { messages.label(of: $0) }
            sessions.onReply = { [weak self] place in
                app.enqueue { MainActor.assumeIsolated { self?.reply(at: place) } }
            }
            sessions.session.onUserActivity = { [weak self] activity in
                app.enqueue { MainActor.assumeIsolated { self?.open(activity.webpageURL) } }
            }
        }
        application.opener = { [weak self] url in
            self?.hint = "Another app opens \(CleanText.line(url.absoluteString))"
            return true
        }
    }

    /// Ends the app as the system does: what is being written ends first, then its scenes are disconnected.
    package func end() {
        inApp {
            window.focused?.endEditing()
            for scene in application.connectedScenes { application.disconnect(scene) }
            application.delegate?.applicationWillTerminate(application)
        }
    }

    // MARK: The screen

    /// Takes what has arrived, and follows the app's presentations.
    package func turn() {
        messages.turn()
        if let sentence = messages.takeHint() { hint = sentence }
        inApp { follow() }
    }

    /// Draws the screen.
    package func render() -> Grid { inApp { draw() } }

    private func draw() -> Grid {
        follow()
        var grid = Grid(size)
        let system = systemSheet()
        func status(_ keys: [String]) -> Grid {
            StatusLine.render(
                messages.state.connection, handle: messages.state.handle, hint: hint, keys: keys, size: size)
        }
        // The keys depend on the focus, which may be known only after the screen is read.
        let rows = status([]).size.rows
        window.draw(on: &grid, room: Size(columns: size.columns, rows: size.rows - rows), isCovered: system != nil)
        if let system {
            SheetPainter.draw(system.sheet, over: &grid, sheetState, above: status(system.keys))
        } else {
            grid.place(status(window.keys(hasMenu: { !entries(of: $0).isEmpty })), column: 0, row: size.rows - rows)
        }
        messages.draw(over: &grid)
        return grid
    }

    // MARK: Keys

    /// Applies a key.
    ///
    /// - Returns: the requests to the owner of the terminal.
    package func apply(_ key: Key) -> [Effect] {
        switch key {
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        case .focus, .background, .keyboardProtocol: return []
        default: break
        }
        // A hint of several rows stays while a button is held, so that nothing moves below the mouse.
        if !key.isHeldButton { hint = nil }
        effects = []
        inApp {
            if messages.part != nil {
                applyToMessages(key)
            } else if let system = systemSheet() {
                apply(clicked(key), to: system)
            } else {
                applyToScreen(clicked(key))
            }
            follow()
        }
        return effects
    }

    /// Returns the key, with a click in place of the release that completes one.
    private func clicked(_ key: Key) -> Key {
        if case .mouse(let event) = key { .mouse(click.next(event, on: nil)) } else { key }
    }

    private func applyToMessages(_ key: Key) {
        if let subject = messages.subject(chosenBy: key), shareSheet?.choose(subject) == true {
            return messages.endShareSheet()
        }
        shareSheet?.note(isCancelled: messages.isCancelled(by: key))
        if let text = messages.apply(key) {
            effects.append(.copy(text))
            shareSheet?.noteCopy()
        }
    }

    private func apply(_ key: Key, to system: SystemSheet) {
        let outcome = sheetState.apply(key == .control("c") ? .escape : key, to: system.sheet, size: size)
        switch outcome {
        case .picked(let row): system.choose(row)
        case .wrote(let row, let editor): system.write(row, editor)
        case .done: system.finish()
        case .dismiss, .back: system.cancel()
        case .blocked(let sentence): hint = sentence
        case .handled: break
        case .parent, .unused:
            let row = sheetState.focused(system.sheet).focus
            if !system.press(key, row), case .character(let letter) = key { hint = "“\(letter)” does nothing here" }
        }
    }

    private func applyToScreen(_ key: Key) {
        switch window.apply(key) {
        case .press(let item): press(item)
        case .openMenu(let item): openMenu(of: item)
        case .quit: effects.append(.quit)
        case .none(let sentence): hint = sentence
        }
    }

    // MARK: Pressing

    private func press(_ item: ScreenItem) {
        switch item.part {
        case .back(let navigation): navigation.goBack()
        case .bar(let button): if !button.press() { openMenu(of: item) }
        case .control(let control):
            if control.showsMenuAsPrimaryAction { openMenu(of: item) } else { control.press() }
        case .row(let table, let indexPath): table.press(indexPath)
        case .field(let field): field.becomeFirstResponder()
        case .text(let view): view.becomeFirstResponder()
        case .attribution: openMenu(of: item)
        case .collaboration(let view): if !view.presentPopover() { hint = "The app does not show its people now" }
        }
    }

    private func openMenu(of item: ScreenItem) {
        let entries = entries(of: item)
        guard !entries.isEmpty else { return hint = "It has no menu" }
        let title: String? =
            switch item.part {
            case .attribution: "Shared with You"
            case .bar(let button): button.label
            case .control(let control): (control as? UIButton)?.currentTitle
            case .back, .field, .text, .collaboration, .row: nil
            }
        menu = OpenMenu(title: title ?? "Actions", entries: entries)
    }

    private func entries(of menu: UIMenu?, sender: Any?) -> [OpenMenu.Entry] {
        guard let menu else { return [] }
        return OpenMenu.entries(of: menu, sender: sender) { [weak self] inner in
            guard let self else { return }
            self.menu = OpenMenu(title: inner.title, entries: entries(of: inner, sender: sender))
        }
    }

    /// Returns the entries of the menu of a part: for a row those of its context menu and of its swipes.
    private func entries(of item: ScreenItem) -> [OpenMenu.Entry] {
        switch item.part {
        case .back, .field, .text, .collaboration: return []
        case .bar(let button): return entries(of: button.menu, sender: button)
        case .control(let control): return entries(of: (control as? UIButton)?.menu, sender: control)
        case .attribution(let view):
            return entries(of: view.supplementalMenu, sender: view) + entries(of: view.highlightMenu, sender: view)
        case .row(let table, let indexPath):
            var all = entries(of: table.contextMenu(at: indexPath), sender: table)
            for action in table.swipeActions(at: indexPath) where !all.contains(where: { $0.title == action.title }) {
                all.append(
                    OpenMenu.Entry(title: action.title ?? "", isDestructive: action.style == .destructive) {
                        table.perform(action, at: indexPath)
                    })
            }
            return all
        }
    }

    // MARK: The system's screens

    /// The sheet of the system that lies over the app; nil if there is none.
    private func systemSheet() -> SystemSheet? {
        guard var system = currentSystemSheet else {
            (shownSheet, sheetState) = (nil, SheetState())
            return nil
        }
        if shownSheet?.subject != system.subject || shownSheet?.page != system.page {
            (shownSheet, sheetState) = ((system.subject, system.page), SheetState())
            // The keys depend on the focus.
            system = currentSystemSheet ?? system
            system.sheet.focus = 0
        }
        sheetState.hold(system.sheet)
        system.sheet = sheetState.focused(system.sheet)
        return system
    }

    private var currentSystemSheet: SystemSheet? {
        if let menu { return sheet(of: menu) }
        switch application.keyWindow?.topViewController {
        case let alert as UIAlertController: return SystemSheet(alert, editors: window.editors)
        case let alert as SWRemoveParticipantAlertController: return SystemSheet(alert)
        case is UICloudSharingController:
            let places = messages.state.conversations.map { (id: $0.id, title: $0.title) }
            return sharing?.sheet(focus: sheetState.focus ?? 0, places: places)
        case is UIActivityViewController: return messages.part == nil ? shareSheet?.preparation : nil
        default: return popover
        }
    }

    private func sheet(of menu: OpenMenu) -> SystemSheet {
        var sheet = Sheet(title: menu.title, leading: "Cancel")
        sheet.choices = menu.entries.map { entry in
            var row = Sheet.Choice(entry.title, value: entry.mark)
            row.isDestructive = entry.isDestructive
            return row
        }
        var system = SystemSheet(sheet: sheet, subject: ObjectIdentifier(menu))
        system.choose = { [weak self] row in
            self?.menu = nil
            menu.entries[row].perform()
        }
        system.cancel = { [weak self] in self?.menu = nil }
        return system
    }

    /// The popover of the collaboration view that a person has pressed.
    private var popover: SystemSheet? {
        guard let presenter = window.controllers.last,
            let view = window.shown?.collaborationViews.first(where: { $0.view.isPresented })
        else { return nil }
        return SystemSheet(
            view, over: presenter, report: { [weak self] in self?.report($0) },
            message: { [messages] in messages.message($0) })
    }

    private func follow() {
        application.keyWindow?.layoutIfNeeded()
        let top = application.keyWindow?.topViewController
        if let controller = top as? UICloudSharingController {
            if sharing?.controller !== controller {
                sharing = SharingScreen(controller) { [weak self] in
                    self?.hint = $0
                } copy: { [weak self] in
                    self?.effects.append(.copy($0))
                }
            }
        } else {
            sharing = nil
        }
        if let sheet = top as? UIActivityViewController {
            if shareSheet?.sheet !== sheet { shareSheet = ShareSheetPresentation(sheet, in: self) }
            shareSheet?.settle()
        } else if shareSheet != nil {
            if messages.part == .shareSheet { messages.endShareSheet() }
            shareSheet = nil
        }
    }

    /// Shows a sentence to the person.
    func report(_ sentence: String) { hint = sentence }

    /// Opens a link of the app, as the system does when the person follows it in Messages: the link of a share brings
    /// the share's metadata, and any other link is an activity.
    private func open(_ address: String) {
        guard let url = URL(string: address),
            let scene = application.connectedScenes.lazy.compactMap({ $0 as? UIWindowScene }).first,
            let delegate = scene.delegate
        else { return }
        Task {
            if let metadata = try? await CKContainer.default().shareMetadata(for: url) {
                (delegate as? any UIWindowSceneDelegate)?.windowScene(scene, userDidAcceptCloudKitShareWith: metadata)
            } else {
                let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
                activity.webpageURL = url
                delegate.scene(scene, continue: activity)
            }
        }
    }

    private func reply(at place: String) {
        let token = app.withModel { $0.attributions.token(at: place) }
        guard let target = token.flatMap(messages.content)?.places else { return }
        guard target.count != 1 else { return messages.reply(at: target[0]) }
        guard !target.isEmpty else { return hint = AttributionContent.isGone }
        menu = OpenMenu(
            title: "Reply in",
            entries: target.map { place in
                OpenMenu.Entry(title: place.name) { [messages] in messages.reply(at: place) }
            })
    }

    /// Runs code of the app as the app.
    func inApp<Value>(_ body: () -> Value) -> Value {
        app.bound { UIApplication.$bound.withValue(application, operation: body) }
    }
}
