import AppModel
import ChatTerminal

/// The owner of the keys: the sheet, or the screen below it. These are the rules of the focus.
///
/// 1. The last row of the screen names only the keys of their owner.
/// 2. Only the person moves the keys from the screen to a sheet: by opening it, by `F6`, or by a click on it. While the
///    person writes, the screen keeps the keys even if it is resized, or if something arrives or disappears.
/// 3. If the screen has the keys, a sheet shows next to it as long as both have room. If not, the sheet waits out of
///    sight. The last row then names `F6` and the sheet, and the screen has all of the terminal.
/// 4. A sheet that no key opened, such as the question of an app, waits while the person writes. It shows when they
///    have sent or deleted their text. A letter typed over a question goes to the composer, and the question waits
///    again. Such a sheet replaces a non-modal sheet, which returns after it, and waits for a modal sheet that has the
///    keys.
/// 5. A sheet closes if its subject no longer exists. A sheet that it had replaced returns.
/// 6. Letters, digits and Space are never commands of a sheet that can be non-modal. They go to the composer while the
///    sheet is non-modal, and are refused while it is modal. In every sheet, in Shared with You and while a message is
///    chosen, a refused letter begins a word. The letters that follow are refused too, and so is the first Return after
///    a letter, until another key acts.
/// 7. A key of the whole screen (``ChatTerminal/Key/isGlobal``) acts in every focus, and ends the focus that it leads
///    away from. A modal sheet refuses it with a sentence in the last row.
/// 8. Return sends the written text, even while Shared with You has the focus.
///
/// Rule 2 has one exception. If the conversation that the person writes in no longer exists, a sheet takes the next
/// letters, because they may be for no other conversation (`SheetKind.unsent`). They are a text separate from the
/// draft, and a command runs. No other conversation is selected in place of the lost one, unless the person leaves or
/// deletes it. Then the next letters are a message without a conversation. If New Message has a text already, the sheet
/// takes the next letters as well.
///
/// `SheetFocusTests` checks the rules with random sizes, events and keys.
enum KeyOwner: Equatable {
    /// The list, the thread with its composer, Shared with You, or the search.
    case screen
    /// The sheet.
    case sheet(SheetKind)
}

extension ChatState {
    /// The owner of the keys.
    var keyOwner: KeyOwner {
        guard let sheet, !view.inSheet.isInParent else { return .screen }
        return .sheet(sheet)
    }

    /// True if a sheet has the keys.
    package var sheetHasKeys: Bool { keyOwner != .screen }

    /// True if the person is writing in the composer, in the search, or in the filter of the list, or has selected a
    /// message. No sheet covers that by itself.
    var isOccupied: Bool {
        if isChoosing { return true }
        if let search = view.search { return !search.query.isEmpty }
        if view.pane == .list, !view.listFilter.isEmpty { return true }
        return view.writing != .none && !view.draft.isEmpty
    }

    /// True if the screen takes a letter as text and not as a command of the focused part.
    var takesLetters: Bool { view.search != nil || !view.isShelfFocused && !isChoosing }

    /// Returns true if no letter is taken as text: each is a command of the focused part, or is refused.
    func refusesLetters(on screen: Size) -> Bool {
        guard case .sheet(let kind) = keyOwner else { return !takesLetters }
        let sheet = Sheets.sheet(kind, in: self)
        let hasField = sheet.choices.indices.contains(sheet.focus) && sheet.choices[sheet.focus].field != nil
        return !hasField && !sheetLetsWrite(on: screen)
    }

    /// True if the composer shows its cursor, because it takes the next letter as text.
    var isAtComposer: Bool {
        view.search == nil && takesLetters && !view.isAtOptions && (view.pane == .thread || view.draft.isCommand)
    }

    /// True if the keys of the screen act on the chosen message. A command that is being written about it takes the
    /// keys first.
    var isChoosing: Bool {
        if case .command? = view.purpose { return false }
        return view.chosen != nil
    }

    /// True if a part other than the composer has the keys, or the composer has a command or an edit: `Esc` is for that
    /// first. A reply may be the reason for which the conversation was opened.
    package var hasActivePart: Bool {
        if sheetHasKeys || view.search != nil || view.chosen != nil || view.isShelfFocused || completion != nil {
            return true
        }
        switch view.purpose {
        case .command?, .edit?: return true
        case .reply?: return isPurposeGone
        case nil: return false
        }
    }

    /// True if the message that the draft answers or edits was unsent or deleted, so that Return sends nothing.
    package var isPurposeGone: Bool {
        switch view.purpose {
        case .reply(let id)?, .edit(let id, _, _)?: isUnsentOrDeleted(id)
        case .command?, nil: false
        }
    }

    /// True if a message that a draft answers or edits was unsent or deleted. A recovered message is neither.
    func isUnsentOrDeleted(_ id: String) -> Bool { message(id)?.isUnsent ?? (view.deletedSubjects[id] != nil) }

    /// Returns true if a sheet has the keys while letters go to the screen: `a-z write` in the last row.
    func sheetLetsWrite(on screen: Size) -> Bool {
        guard sheetHasKeys, let layout = sheetLayout(on: screen) else { return false }
        return view.inSheet.letsWrite(layout) && (!layout.isModal || takesLetters)
    }

    /// Returns true if pasted text goes to the composer, and not to a sheet or the search.
    func pastesInComposer(on screen: Size) -> Bool {
        view.search == nil && (!sheetHasKeys || sheetLetsWrite(on: screen))
    }

    /// The sheets that wait to be shown: first those that arrived, then the questions of apps.
    var waitingSheets: [SheetKind] { view.arrived + consents.map(SheetKind.consent) }

    /// Returns the name of the sheet that `F6` shows; nil if there is none.
    ///
    /// - Parameter isShown: True if the sheet shows next to the screen.
    func nameOfNextSheet(isShown: Bool) -> String? {
        if let next = waitingSheets.first, next != sheet { return next.nameWhileWaiting }
        return sheet.map { isShown ? "sheet" : $0.nameWhileWaiting }
    }

    /// Returns the layout of the sheet on the screen; nil if none shows.
    func sheetLayout(on screen: Size) -> SheetLayout? {
        guard let sheet else { return nil }
        let layout = SheetLayout(
            Sheets.sheet(sheet, in: self), view.inSheet, look: view.look, size: sheetRoom(on: screen).size)
        return view.inSheet.isInParent && layout.isModal ? nil : layout
    }

    /// Returns the part of the screen that a sheet may cover. On a desktop it is only the thread, so that the list
    /// stays usable (`sheet-mac-look`). A hint of several rows is below that part.
    func sheetRoom(on screen: Size) -> Rectangle {
        let more = StatusLine.rows(connection, handle: handle, hint: shownHint, size: screen) - 1
        let whole = Rectangle(column: 0, row: 0, columns: screen.columns, rows: screen.rows - more)
        guard view.look == .desktop, sheet?.isOfConversation == true else { return whole }
        let layout = ChatLayout(self, size: screen)
        guard layout.list > 0, layout.thread > 0 else { return whole }
        return Rectangle(column: layout.threadColumn, row: 0, columns: layout.thread, rows: layout.rows)
    }

    /// Returns the size that a non-modal sheet, or a hint of several rows, leaves for the screen.
    func parentSize(on screen: Size) -> Size {
        let taken = sheetLayout(on: screen)?.taken ?? Size(columns: 0, rows: 0)
        let more = StatusLine.rows(connection, handle: handle, hint: shownHint, size: screen) - 1
        return Size(columns: screen.columns - taken.columns, rows: screen.rows - max(taken.rows, more))
    }

    /// Adds a sheet that no key opened. It shows as soon as the rules of the focus allow it (``KeyOwner``).
    package mutating func arrive(_ kind: SheetKind) {
        view.arrived.removeAll { $0.identity == kind.identity }
        view.arrived.append(kind)
    }

    /// Removes the question that came by itself, and is on the screen or waits for it; nil if there is none.
    package mutating func takeArrivedQuestion() -> Confirmation? {
        if case .confirm(let question)? = view.sheet {
            view.sheet = nil
            return question
        }
        guard case .confirm(let question)? = view.arrived.first else { return nil }
        view.arrived.removeFirst()
        return question
    }

    /// Removes all sheets that show or wait, except for the questions of apps.
    package mutating func forgetSheets() { (view.sheet, view.returnsTo, view.arrived) = (nil, [], []) }
}

extension Key {
    /// True if the key acts on the whole screen, and not on the focused part.
    var isGlobal: Bool {
        switch self {
        case .control("s"), .control("g"), .control("o"), .control("x"), .control("t"), .control("n"), .control("p"),
            .jumpUp, .jumpDown, .alt("a"), .alt("u"), .alt("k"), .alt("i"), .alt("e"), .alt("x"), .alt("o"),
            .function(1), .function(2), .function(6):
            true
        default: false
        }
    }
}

extension SheetKind {
    /// The name in the last row while the sheet waits.
    fileprivate var nameWhileWaiting: String {
        switch self {
        case .consent(let request): CleanText.line(request.app) + " asks"
        case .text(let title, _): TextLayout.truncate(CleanText.line(title), to: 24)
        case .details: "details"
        default: "sheet"
        }
    }
}
