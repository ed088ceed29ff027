import AppFrameworks
import ChatProtocol
import ChatTerminal

/// Keys of a sheet. Where it is modal, no key that it does not know reaches the screen behind it.
extension ChatUpdate {
    /// Applies a key to the sheet.
    ///
    /// - Returns: false where it is for the parent.
    mutating func applyToSheet(_ kind: SheetKind, _ key: Key) -> Bool {
        let sheet = Sheets.sheet(kind, in: state)
        if !state.view.inSheet.isInParent {
            if case .message(let id) = kind, shortcut(key, id) { return true }
            if case .shareActions = kind, applyToShareActions(key, sheet) { return true }
            if case .notices = kind, key == .character("x") {
                closeListed(sheet)
                return true
            }
        }
        let detent = state.view.inSheet.detent
        let room = state.sheetRoom(on: screen)
        var key = key
        if case .mouse(var event) = key {
            event.position.column -= room.origin.column
            event.position.row -= room.origin.row
            key = .mouse(event)
        }
        switch state.view.inSheet.apply(key, to: sheet, look: state.view.look, size: room.size) {
        case .handled:
            state.view.isTypedIntoSheet = false
            // Who does not see the sheet hears how large it is (`sheet-grabber`).
            if let now = state.view.inSheet.detent, now != detent, state.sheetLayout(on: screen)?.hasGrabber == true {
                state.view.hint = "Sheet: \(now.rawValue)"
            }
        case .picked(let index):
            var sheet = sheet
            sheet.focus = index
            if state.view.isTypedIntoSheet, case .consent = kind {
                state.view.isTypedIntoSheet = false
                state.view.hint = "Return once more: \(sheet.choices[sheet.focus].label)"
            } else {
                pick(kind, sheet)
            }
        case .wrote(let index, let field):
            if kind == .compose { write(field, inComposeAt: index) }
            if kind == .switcher { state.view.switcher = field }
        case .done: if kind == .compose { continueCompose() } else { closeSheet() }
        case .back: backInCompose()
        case .dismiss: dismiss(kind)
        case .parent: return false
        case .unused: if case .character = key { state.view.isTypedIntoSheet = true }
        }
        return true
    }

    /// Chooses a row of the sheet by its number, from 1 on; with a text, writes it there.
    mutating func choose(_ number: Int, writing text: String) throws(SlashCommand.Mistake) {
        guard let kind = state.sheet else { throw SlashCommand.Mistake(text: "Nothing is listed to choose from") }
        var sheet = Sheets.sheet(kind, in: state)
        guard sheet.choices.indices.contains(number - 1) else {
            throw SlashCommand.Mistake(text: "There is no choice \(number): \(sheet.choices.count) are listed")
        }
        sheet.focus = number - 1
        state.view.inSheet.focus = number - 1
        if var field = sheet.choices[number - 1].field {
            field.rewrite(text)
            if kind == .compose { write(field, inComposeAt: number - 1) }
            if kind == .switcher { state.view.switcher = field }
        }
        pick(kind, sheet)
    }

    private mutating func pick(_ kind: SheetKind, _ sheet: Sheet) {
        switch kind {
        case .consent(let request): answer(request, Sheets.answers[sheet.focus])
        case .settings: toggle(sheet.focus)
        case .notice(let notice):
            endSheets()
            if notice.actions.indices.contains(sheet.focus) {
                return answer(notice, notice.actions[sheet.focus])
            }
            for id in state.threads.keys { state.threads[id]?.waiting.removeAll { $0.id == notice.id } }
            emit(.dismissNotice(id: notice.id))
        case .notices:
            guard let id = state.view.selected, let waiting = state.threads[id]?.listedNotices,
                waiting.indices.contains(sheet.focus)
            else { return closeSheet() }
            closeSheet()
            open(waiting[sheet.focus], in: id)
        case .people(let url):
            endSheets()
            if sheet.focus == 1 { emit(.openLink(url: url, notice: nil)) }
        case .help, .text: closeSheet()
        case .options(let id):
            if !choose(sheet.focus, of: id), !sheet.choices.isEmpty {
                state.view.hint = "This needs another option that is off"
            }
        case .message(let id):
            endSheets()
            guard let message = state.message(id) else { return }
            let deeds = MessageMenu.deeds(for: message, in: state)
            guard deeds.indices.contains(sheet.focus) else { return }
            // A choice whose time ended while the menu was open is not taken for the one that moved into its place.
            guard sheet.choices[sheet.focus].label == MessageMenu.label(deeds[sheet.focus], message, in: state) else {
                return
            }
            perform(deeds[sheet.focus], on: message)
        case .tapback(let id): tapBack(sheet.focus, id)
        case .details(let id): pick(detail: sheet.focus, of: id)
        case .confirm(let question):
            endSheets()
            guard sheet.focus == 1 else { return }
            state.view.chosen = nil
            emit(question.action)
        case .discardOptions(let id):
            closeSheet()
            guard sheet.focus == 1 else { return }
            state.view.staged[id] = state.view.optionsBefore
            closeSheet()
        case .share: pickInShare(sheet.focus)
        case .shareActions: break
        case .switcher: pickInSwitcher(sheet.focus)
        case .inbox: pickInInbox(sheet.focus)
        case .compose: pickInCompose(sheet.focus, sheet)
        case .files(let folder): pickFile(sheet.focus, in: folder)
        }
    }

    /// Closes the notice that has the focus in the list of them.
    private mutating func closeListed(_ sheet: Sheet) {
        guard let id = state.view.selected, let listed = state.threads[id]?.listedNotices,
            listed.indices.contains(sheet.focus)
        else { return }
        if listed.count == 1 { state.view.sheet = nil }
        dismiss(listed[sheet.focus], in: id)
    }

    private mutating func tapBack(_ index: Int, _ id: String) {
        endSheets()
        guard let message = state.message(id) else { return }
        if Reaction.Classic.allCases.indices.contains(index) {
            state.view.chosen = nil
            return emit(.react(message: id, reaction: Reaction.Classic.allCases[index].rawValue))
        }
        state.view.chosen = nil
        begin(command: "/react " + (message.number.map { "#\($0) " } ?? ""))
        state.view.hint = "Type an emoji, and Return"
    }

    mutating func answer(_ request: ConsentPrompt, _ answer: ConsentAnswer) {
        state.consents.removeAll { $0.id == request.id }
        emit(.answerConsent(id: request.id, answer: answer))
    }

    private mutating func toggle(_ index: Int) {
        let switches = Sheets.switches(state.settings)
        guard switches.indices.contains(index) else { return }
        switch switches[index] {
        case .everywhere:
            state.settings.everywhere.toggle()
            emit(.setEverywhere(state.settings.everywhere))
        case .audit: emit(.loadAudit(app: nil))
        case .receipts:
            state.settings.readReceipts.toggle()
            emit(.setReadReceipts(isOn: state.settings.readReceipts, conversation: nil))
        case .mentions:
            state.settings.mentionAlerts.toggle()
            emit(.setMentionAlerts(state.settings.mentionAlerts))
        case .app(let id):
            guard let place = state.settings.apps.firstIndex(where: { $0.id == id }) else { return }
            let isOn = !(state.settings.apps[place].isOn ?? false)
            state.settings.apps[place].isOn = isOn
            emit(.setApp(id: id, isOn: isOn))
        case .conversation(let id):
            guard let place = state.settings.conversations.firstIndex(where: { $0.id == id }) else { return }
            let isOn = !(state.settings.conversations[place].isOn ?? false)
            state.settings.conversations[place].isOn = isOn
            emit(.setConversation(id: id, isOn: isOn))
        }
    }
}
