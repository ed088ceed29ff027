import AppModel
import ChatTerminal

/// The owner of the keys: the sheet, or the screen behind it. This is the rule of the focus.
///
/// 1. The last row of the screen names the keys of their owner, and of nobody else.
/// 2. Only the person moves the keys from the screen to a sheet: by opening it, by `F6`, or by a click on it. What is
///    resized, what arrives and what goes away never does while the person writes.
/// 3. If the screen has the keys, a sheet shows beside it as long as both have room. Otherwise the sheet waits out of
///    sight, the last row says `F6` and its name, and the screen has all of the terminal.
/// 4. A sheet that comes by itself, such as the question of an app, waits while the person writes, and comes up when they
///    sent or cleared what they wrote. A letter that is typed over it goes to the composer, and it waits again. It comes
///    up in front of a sheet beside the thread, which returns after it, and behind a sheet that has the keys.
/// 5. A sheet about something that is gone closes, and a sheet that it had replaced comes back.
/// 6. Letters, digits and Space are never commands of a sheet that can stand beside the screen: beside it they go to the
///    composer, and where the sheet is modal they are refused. In every sheet, in Shared with You and while a message is
///    chosen, a letter that is refused is the beginning of a word: the letters that follow are refused too, and the first
///    Return after a letter, until another key acts.
/// 7. A key of the whole screen (``ChatTerminal/Key/isGlobal``) acts in every focus, and leaves the focus that it leads
///    away from. A modal sheet refuses it with a sentence in the last row.
/// 8. Return sends what is written, also while Shared with You has the focus.
///
/// One exception to 2: if the conversation that the person writes in is gone, a sheet takes what they type next, because
/// it may be for no other conversation (`SheetKind.unsent`). It is a text apart from the draft, and a command runs. No other
/// conversation takes the place of one that is gone, unless the person leaves or deletes it: what they type next is a
/// message without a conversation. If the New Message has words already, the sheet takes what they type next as well.
///
/// `SheetFocusTests` holds the rule with random sizes, events and keys.
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

    /// True if the person is writing, in the composer, in the search, or in the list: nothing comes up over it by itself.
    var isWriting: Bool {
        if let search = view.search { return !search.query.isEmpty }
        if view.pane == .list, !view.listFilter.isEmpty { return true }
        return view.isTyping && !view.draft.isEmpty
    }

    /// True if a letter that goes to the screen is written there, and is no command of what has the focus.
    var takesLetters: Bool { view.search != nil || !view.isShelfFocused && !isChoosing }

    /// True if no letter is written now: each one is a command of what has the focus, or is refused.
    func refusesLetters(on screen: Size) -> Bool {
        guard case .sheet(let kind) = keyOwner else { return !takesLetters }
        let sheet = Sheets.sheet(kind, in: self)
        let hasField = sheet.choices.indices.contains(sheet.focus) && sheet.choices[sheet.focus].field != nil
        return !hasField && !sheetLetsWrite(on: screen)
    }

    /// True if the cursor of the composer shows, because a letter that goes to the screen is written there.
    var isAtComposer: Bool {
        view.search == nil && takesLetters && !view.isAtOptions && (view.pane == .thread || view.draft.isCommand)
    }

    /// True if the keys of the screen are for the chosen message: a command that is written about it has them first.
    var isChoosing: Bool {
        if case .command? = view.purpose { return false }
        return view.chosen != nil
    }

    /// True if the message that the draft answers or edits was unsent or deleted: then Return sends nothing.
    package var isPurposeGone: Bool {
        switch view.purpose {
        case .reply(let id)?, .edit(let id, _, _)?: message(id)?.isUnsent ?? view.deletedSubjects.contains(id)
        case .command?, nil: false
        }
    }

    /// True if a sheet has the keys and letters go to the screen: `a-z write` in the last row.
    func sheetLetsWrite(on screen: Size) -> Bool {
        guard sheetHasKeys, let layout = sheetLayout(on: screen) else { return false }
        return view.inSheet.letsWrite(layout) && (!layout.isModal || takesLetters)
    }

    /// True if what is pasted goes to the composer, and not to a sheet or the search.
    func pastesInComposer(on screen: Size) -> Bool {
        view.search == nil && (!sheetHasKeys || sheetLetsWrite(on: screen))
    }

    /// The sheets that wait until they can come up: what arrived, then what apps ask.
    var waitingSheets: [SheetKind] { view.arrived + consents.map(SheetKind.consent) }

    /// The name of the sheet that `F6` shows; nil if there is none.
    ///
    /// - Parameter isShown: true if the sheet shows beside the screen.
    func nameOfNextSheet(isShown: Bool) -> String? {
        if let next = waitingSheets.first, next != sheet { return next.nameWhileWaiting }
        return sheet.map { isShown ? "sheet" : $0.nameWhileWaiting }
    }

    /// The layout of the sheet on the screen; nil if none shows.
    func sheetLayout(on screen: Size) -> SheetLayout? {
        guard let sheet else { return nil }
        let layout = SheetLayout(
            Sheets.sheet(sheet, in: self), view.inSheet, look: view.look, size: sheetRoom(on: screen).size)
        return view.inSheet.isInParent && layout.isModal ? nil : layout
    }

    /// The part of the screen that a sheet covers: on a desktop its thread alone, so that the list can be used
    /// (`sheet-mac-look`). A hint of several rows is below the sheet.
    func sheetRoom(on screen: Size) -> Rectangle {
        let more = StatusLine.rows(connection, handle: handle, hint: shownHint, size: screen) - 1
        let whole = Rectangle(column: 0, row: 0, columns: screen.columns, rows: screen.rows - more)
        guard view.look == .desktop, sheet?.isOfConversation == true else { return whole }
        let layout = ChatLayout(self, size: screen)
        guard layout.list > 0, layout.thread > 0 else { return whole }
        return Rectangle(column: layout.threadColumn, row: 0, columns: layout.thread, rows: layout.rows)
    }

    /// The size that a sheet beside the screen leaves it, or a hint of several rows below it.
    func parentSize(on screen: Size) -> Size {
        let taken = sheetLayout(on: screen)?.taken ?? Size(columns: 0, rows: 0)
        let more = StatusLine.rows(connection, handle: handle, hint: shownHint, size: screen) - 1
        return Size(columns: screen.columns - taken.columns, rows: screen.rows - max(taken.rows, more))
    }

    /// Shows a sheet that no key opened, as soon as the rule of the focus allows it (``KeyOwner``).
    package mutating func arrive(_ kind: SheetKind) {
        view.arrived.removeAll { $0.identity == kind.identity }
        view.arrived.append(kind)
    }

    /// Forgets all sheets that show or wait, but for the questions of apps.
    package mutating func forgetSheets() { (view.sheet, view.returnsTo, view.arrived) = (nil, [], []) }
}

extension Key {
    /// True if the key belongs to the whole screen, and not to the part of it that has the focus.
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
