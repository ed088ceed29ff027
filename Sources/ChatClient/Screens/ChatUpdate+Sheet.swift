import AppFrameworks
import ChatProtocol
import ChatTerminal

/// Keys of a sheet. It is modal: no key that it does not know reaches the screen behind it.
extension ChatUpdate {
    static func applyToSheet(
        _ kind: SheetKind, _ key: Key, _ state: inout ChatState, _ size: Size
    ) -> [ChatAction] {
        let sheet = Sheets.sheet(kind, in: state)
        if case .message(let id) = kind, let actions = shortcut(key, id, &state) { return actions }
        if case .notices = kind, key == .character("x") { return closeListed(sheet, &state) }
        switch key {
        case .left, .up, .backTab: move(-1, sheet, &state, size)
        case .right, .down, .tab: move(1, sheet, &state, size)
        case .pageUp: scroll(-5, sheet, &state, size)
        case .pageDown: scroll(5, sheet, &state, size)
        case .enter:
            guard state.view.isTypedIntoSheet, case .consent = kind else { return pick(kind, sheet, &state) }
            state.view.isTypedIntoSheet = false
            state.view.hint = "Return once more: \(sheet.choices[sheet.focus].label)"
        case .character(" ") where sheet.choices.contains { $0.value != nil }: return pick(kind, sheet, &state)
        case .escape: return cancel(kind, &state)
        case .character("q") where sheet.choices.isEmpty: return cancel(kind, &state)
        case .character: state.view.isTypedIntoSheet = true
        default: break
        }
        return []
    }

    private static func move(_ delta: Int, _ sheet: Sheet, _ state: inout ChatState, _ size: Size) {
        guard !sheet.choices.isEmpty else {
            scroll(delta, sheet, &state, size)
            return
        }
        let count = sheet.choices.count
        state.view.sheetFocus = (sheet.focus + delta + count) % count
        state.view.isTypedIntoSheet = false
        state.view.sheetScroll = nil
    }

    private static func scroll(_ delta: Int, _ sheet: Sheet, _ state: inout ChatState, _ size: Size) {
        var parent = Grid(size)
        let shown = SheetPainter.draw(sheet, over: &parent, scroll: state.view.sheetScroll)
        state.view.sheetScroll = max(0, min(shown.first + delta, shown.hidden))
    }

    private static func pick(_ kind: SheetKind, _ sheet: Sheet, _ state: inout ChatState) -> [ChatAction] {
        switch kind {
        case .consent(let request): return answer(request, Sheets.answers[sheet.focus], &state)
        case .settings: return toggle(sheet.focus, &state)
        case .notice(let notice):
            state.view.sheet = nil
            if notice.actions.indices.contains(sheet.focus) {
                return answer(notice, notice.actions[sheet.focus], &state)
            }
            for id in state.threads.keys { state.threads[id]?.waiting.removeAll { $0.id == notice.id } }
            return [.dismissNotice(id: notice.id)]
        case .notices:
            guard let id = state.view.selected, let waiting = state.threads[id]?.listedNotices,
                waiting.indices.contains(sheet.focus)
            else { return cancel(kind, &state) }
            state.view.sheet = nil
            return open(waiting[sheet.focus], in: id, &state)
        case .people(let url):
            state.view.sheet = nil
            return sheet.focus == 1 ? [.openLink(url: url, notice: nil)] : []
        case .help, .text: return cancel(kind, &state)
        case .options(let id):
            if !choose(sheet.focus, of: id, &state), !sheet.choices.isEmpty {
                state.view.hint = "This needs another option that is off"
            }
            return []
        case .message(let id):
            state.view.sheet = nil
            guard let message = state.message(id) else { return [] }
            let deeds = MessageMenu.deeds(for: message, in: state)
            guard deeds.indices.contains(sheet.focus) else { return [] }
            // A choice whose time ended while the menu was open is not taken for the one that moved into its place.
            guard sheet.choices[sheet.focus].label == MessageMenu.label(deeds[sheet.focus], message, in: state) else {
                return []
            }
            return perform(deeds[sheet.focus], on: message, &state)
        case .tapback(let id): return tapBack(sheet.focus, id, &state)
        case .details(let id): return pick(detail: sheet.focus, of: id, &state)
        case .confirm(let question):
            state.view.sheet = nil
            guard sheet.focus == 1 else { return [] }
            state.view.chosen = nil
            return [question.action]
        }
    }

    /// Closes the notice that has the focus in the list of them.
    private static func closeListed(_ sheet: Sheet, _ state: inout ChatState) -> [ChatAction] {
        guard let id = state.view.selected, let listed = state.threads[id]?.listedNotices,
            listed.indices.contains(sheet.focus)
        else { return [] }
        if listed.count == 1 { state.view.sheet = nil }
        return dismiss(listed[sheet.focus], in: id, &state)
    }

    private static func tapBack(_ index: Int, _ id: String, _ state: inout ChatState) -> [ChatAction] {
        state.view.sheet = nil
        guard let message = state.message(id) else { return [] }
        if Reaction.Classic.allCases.indices.contains(index) {
            state.view.chosen = nil
            return [.react(message: id, reaction: Reaction.Classic.allCases[index].rawValue)]
        }
        cancelPurpose(&state)
        state.view.chosen = nil
        state.view.pane = .thread
        state.view.draft = LineEditor("/react " + (message.number.map { "#\($0) " } ?? ""))
        state.view.hint = "Type an emoji, and Return"
        return []
    }

    /// Escape: of a consent request that is Not Now, of all others no more than closing.
    private static func cancel(_ kind: SheetKind, _ state: inout ChatState) -> [ChatAction] {
        if case .consent(let request) = kind { return answer(request, .notNow, &state) }
        state.view.sheet = nil
        return []
    }

    private static func answer(
        _ request: ConsentPrompt, _ answer: ConsentAnswer, _ state: inout ChatState
    ) -> [ChatAction] {
        state.consents.removeAll { $0.id == request.id }
        return [.answerConsent(id: request.id, answer: answer)]
    }

    private static func toggle(_ index: Int, _ state: inout ChatState) -> [ChatAction] {
        let switches = Sheets.switches(state.settings)
        guard switches.indices.contains(index) else { return [] }
        switch switches[index] {
        case .everywhere:
            state.settings.everywhere.toggle()
            return [.setEverywhere(state.settings.everywhere)]
        case .audit: return [.loadAudit(app: nil)]
        case .receipts:
            state.settings.readReceipts.toggle()
            return [.setReadReceipts(isOn: state.settings.readReceipts, conversation: nil)]
        case .mentions:
            state.settings.mentionAlerts.toggle()
            return [.setMentionAlerts(state.settings.mentionAlerts)]
        case .app(let id):
            guard let place = state.settings.apps.firstIndex(where: { $0.id == id }) else { return [] }
            let isOn = !(state.settings.apps[place].isOn ?? false)
            state.settings.apps[place].isOn = isOn
            return [.setApp(id: id, isOn: isOn)]
        case .conversation(let id):
            guard let place = state.settings.conversations.firstIndex(where: { $0.id == id }) else { return [] }
            let isOn = !(state.settings.conversations[place].isOn ?? false)
            state.settings.conversations[place].isOn = isOn
            return [.setConversation(id: id, isOn: isOn)]
        }
    }
}
