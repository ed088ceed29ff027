package import AppModel
package import ChatProtocol
package import ChatScreens
package import ChatTerminal

/// An app with its screens. The events of its session change the state, and the person's actions become requests.
///
/// It has two sides, which do not mix. The app's side has the center, the highlights and the opaque tokens. The
/// system's side has the contents of the tokens, and draws them. The state holds what both show.
package final class AppRuntime: HighlightCenterDelegate {
    package let session: AppSession
    package let center: HighlightCenter
    private let places: AttributionPlaces
    let renderer: any AttributionRenderer
    private(set) var registration: AppRegistration
    /// The id of the highlight of each token.
    private var highlights: [String: String] = [:]
    package private(set) var state: AppState { didSet { isLaidOut = false } }
    /// True if the screen was laid out since the last change: the layout is the expensive part of a turn.
    private var isLaidOut = false
    /// The item of Shared with You on the share sheet; nil if the sheet has none.
    private var sharedItem: String?
    /// The shares, the number of renames and the number of conversations that the system had at the last look.
    private var known:
        (shares: [String: CollaborationRow], folders: [String: String], renames: Int, conversations: Int) =
            ([:], [:], 0, 0)
    /// The documents that the app opens, and the sharing screens over them.
    package let documents: AppDocuments
    private var unsavedTexts: UnsavedTexts
    /// The links of the attributions that were shown, each with its context, in order.
    package private(set) var reports: [(url: String, context: AttributionView.DisplayContext)] = []
    /// The jobs of the person's extensions.
    package var jobs = JobStore()
    /// The app's own actions on the share sheet that were performed, in order.
    package private(set) var performed: [(type: String, item: String)] = []
    /// The size of the screen. Only attributions that are drawn are reported as shown.
    package var size: Size { didSet { isLaidOut = false } }
    /// True if the whole list counts as shown, because lines do not scroll.
    package var showsAll = false

    /// - Parameters:
    ///   - drafts: the store of the unsaved texts; nil if nothing outlives the client.
    ///   - container: returns the person's own container, when the first document is opened.
    init(
        _ session: AppSession, renderer: any AttributionRenderer, size: Size, drafts: DraftStore? = nil,
        container: @escaping () -> Container? = { nil }
    ) {
        unsavedTexts = UnsavedTexts(drafts)
        (self.session, self.renderer, self.size) = (session, renderer, size)
        registration = AppRegistration(name: session.app.rawValue)
        center = HighlightCenter(session)
        places = AttributionPlaces(session)
        documents = AppDocuments(session, center: center, container: container)
        state = AppState(of: session.app, for: session.person)
        state.unsavedTexts = unsavedTexts.texts
        reload()
        state.showsCollaboration = session.isSystemCollaborationSupportAvailable
        center.delegate = self
        documents.runtime = self
        places.onToken = { [weak self] place, token in self?.resolve(token, at: place) }
        session.listen { [weak self] event in
            if case .welcome = event { self?.places.reloadAll() }
        }
        // Another client opened a link of this app.
        session.onUserActivity = { [weak self] in self?.open(link: $0.webpageURL) }
        session.onActivity = { [weak self] in self?.perform($0) }
        session.onActivitiesChange = { [weak self] in self?.registration.activities = $0 }
    }

    package func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
        showList()
        // The people who shared an item and the pins may have changed.
        for place in places.taken { places.token(at: place).map(renderer.resolve) }
    }

    /// Reads the app's registration again.
    package func reload() {
        if case .success(let answer) = session.answer(to: .request(.appGet(.init()))) { show(registration: answer) }
        showList()
    }

    /// Handles everything that has arrived.
    func pump() {
        repeat {
            takeContents()
            noteShares()
            noteSharing()
            documents.showUnanswered()
            documents.readListIfStale()
            if !isLaidOut {
                run { $0.settle() }
                attachWhatIsDrawn()
                isLaidOut = true
            }
        } while session.turn() || documents.turn()
        takeContents()
        unsavedTexts.store(state.view.editor) { state.unsavedTexts = $0 }.map(tell)
    }

    private func takeContents() {
        for (token, content) in renderer.takeContents() {
            guard let id = highlights[token], state.item(id) != nil else { continue }
            state.attributions[id] = content
            // The app's own title takes precedence.
            if let title = registration.menuTitleForHideAction {
                state.attributions[id]?.menuTitleForHideAction = title
            }
        }
    }

    /// Updates the list and the attributions when the system has new shares or names. The app does not receive these.
    private func noteShares() {
        guard let messages = renderer.begunMessages else { return }
        if messages.renames != known.renames || messages.conversations.count != known.conversations {
            (known.renames, known.conversations) = (messages.renames, messages.conversations.count)
            for place in places.taken { places.token(at: place).map(renderer.resolve) }
        }
        guard messages.shares != known.shares || messages.folderLinks != known.folders else { return }
        documents.noteShares(in: messages, earlier: known.shares)
        (known.shares, known.folders) = (messages.shares, messages.folderLinks)
        showList()
    }

    /// Performs an action of the app that the person chose on the share sheet. The server has notified the app of it.
    private func perform(_ chosen: ChosenActivity) {
        let title = (state.documents + state.items).first { $0.url == chosen.url }?.title
        guard let done = registration.perform(chosen, titled: title, of: session.app) else {
            return tell("This action is no longer available")
        }
        performed.append((done.activity.type, done.item))
        tell("\(done.activity.title): “\(done.item)”")
    }

    /// Updates the state from the share sheet, the conversation over the page, and the jobs of extensions.
    private func noteSharing() {
        if let place = state.view.reply, renderer.isGone(place) {
            state.view.reply = nil
            renderer.takeAway()
            tell("This conversation is no longer in your list")
        }
        let stored = jobs.jobs(of: state.name)
        if state.jobs != stored { state.jobs = stored }
        guard let messages = renderer.begunMessages else { return }
        let own = messages.jobs.map(\.title)
        if state.work != own { state.work = own }
        renderer.takeHandedTo().map(cover)
        // If neither a sheet nor a conversation is on the screen, the app shows the system's hint.
        if !state.view.isSharing, state.view.reply == nil, let hint = messages.view.hint {
            // A failure shows only while there is no other hint, and Esc can mark it as read.
            let waits = hint == messages.problemHint && (state.view.hint != nil || !state.isBare)
            if !waits, state.view.hint != hint { state.view.hint = hint }
            renderer.forgetHint()
        }
        if state.view.isSharing, renderer.messages.view.sheet == nil { state.view.isSharing = false }
    }

    /// Opens the system's share sheet for an item, with the app's own actions (`av-app-actions`).
    private func share(_ id: String) {
        let listed = state.documents.first { $0.id == id }
        var item = listed ?? state.opened(id)
        // While a page is open, the list is not read again.
        if let page = state.document, page.item == id { item.title = page.document.title }
        let isDocument =
            listed != nil || state.document?.item == id || renderer.messages.share(at: item.url)?.own != nil
        let context = registration.shareContext(for: item, isDocument: isDocument, of: session.app)
        renderer.share(context, size: size)
        state.view.isSharing = true
        sharedItem = state.item(id)?.id
    }

    func set(_ connection: ChatState.Connection) {
        // Earlier hints must not hide that the server is gone.
        if state.connection == .connected, connection != .connected { forgetHints() }
        if state.connection != connection { state.connection = connection }
    }

    func forgetHints() {
        state.view.hint = nil
        renderer.forgetHint()
    }

    package func set(_ size: ContentSizeCategory) {
        state.textSize = size
        pump()
    }

    package func set(_ look: AttributionLook) {
        state.look = look
        pump()
    }

    /// The conversations to which a link can be sent, as the system lists them. The app's own side never sees them.
    package var conversations: [(id: ConversationID, title: String)] {
        renderer.messages.conversations.map { ($0.id, $0.title) }
    }

    /// The back end of the app's new documents.
    var backend: Share.Backend? { registration.backends.first }

    func update(_ body: (inout AppState) -> Void) { body(&state) }

    /// Shows a hint; nil removes the last one.
    package func tell(_ hint: String?) { state.view.hint = hint }

    /// Removes the open document from the screen, with the sheets over it. The text that the person writes stays until
    /// they close it.
    func loseDocument(saying hint: String) {
        endShareSheet(saying: hint)
        state.loseDocument()
        run { $0.settle() }
        tell(state.view.editor?.hasChanges == true ? "Your text cannot be saved. " + hint : hint)
    }

    /// Sets the size of the screen, and of the conversation on it.
    package func resize(to size: Size) {
        self.size = size
        if state.view.isSharing { renderer.cover(size) }
        if let place = state.view.reply { _ = perform([.reply(place)]) }
    }

    /// Applies a key.
    ///
    /// - Returns: the actions for the owner of the terminal.
    package func apply(_ key: Key) -> [AppAction] {
        switch key {
        case .focus:
            _ = renderer.apply(key)
            return []
        case .background: return []
        case .mouse(let event): return apply(event)
        default: break
        }
        let hint = state.view.reply == nil ? state.view.hint : renderer.begunMessages?.view.hint
        forgetHints()
        if key == .escape, let hint, hint == renderer.begunMessages?.problemHint, renderer.readProblem() { return [] }
        // Control-C cancels the conversation over the page, and does not quit.
        let key = state.view.reply != nil && state.view.unsaved == nil && key == .control("c") ? .escape : key
        if state.view.isSharing, state.view.unsaved == nil, key != .control("l"), key != .control("z") {
            // Control-C cancels the sheet, and does not quit.
            return applyToShareSheet(key == .control("c") ? .escape : key)
        }
        if state.view.reply != nil, state.view.unsaved == nil, !isOwn(key) {
            switch key {
            case .tab where renderer.messages.hasStaged:
                _ = renderer.apply(renderer.messages.view.isAtOptions ? .down : .tab)
            case .tab where !renderer.messages.view.draft.isEmpty: _ = renderer.apply(key)
            // The conversation was opened for this one item.
            case .tab, .backTab, .control("n"), .control("p"), .jumpUp, .jumpDown: renderer.stay()
            default: if renderer.apply(key).contains(.quit) { return run { $0.quit() } }
            }
            return []
        }
        let rest = run { $0.apply(key) }
        pump()
        return rest
    }

    /// True for the keys that the app handles even while a conversation covers it.
    private func isOwn(_ key: Key) -> Bool {
        switch key {
        case .control("l"), .control("z"): true
        case .escape: !renderer.takesEscape
        default: false
        }
    }

    /// Performs the actions that need no terminal, and returns the others.
    package func perform(_ actions: [AppAction]) -> [AppAction] {
        var rest: [AppAction] = []
        for action in actions {
            switch action {
            case .open(let id):
                attach(id, .detail)
                documents.open(id, state.opened(id), isListed: state.item(id) != nil)
            case .leave(let id):
                places.detach(Self.place(id, .detail))
                documents.close(id)
            case .reply(let place):
                let inner = AppReplyPainter.size(on: size)
                renderer.lay(place, size: Size(columns: inner.columns, rows: inner.rows + 1))
            case .closeReply: renderer.takeAway()
            case .openShareSheet(let id): share(id)
            case .remove(let id):
                renderer.remove(id)
                state.remove(id)
                showList()
            case .restore(let id):
                renderer.restore(id)
                state.view.removed.removeAll { $0 == id }
                state.view.leaving.remove(id)
                showList()
                state.view.hint = "Back on the shelf"
            case .readMore: center.readMore { [weak self] in self?.showList() }
            case .openLink(let url): show(link: url)
            case .discardTexts(let url): state.unsavedTexts = unsavedTexts.discard(url: url)
            case .clearJobs: jobs.clearFinished(of: state.name)
            case .readJobs: jobs.markRead(of: state.name)
            case .openAgain, .create, .readMoreDocuments, .edit, .comment, .rename, .delete, .openPanel, .messagePeople,
                .chooseContent, .share, .sharing, .invite, .removePerson, .saveSharing, .finishSharing, .closeSharing:
                rest += documents.perform(action)
            case .copy, .redraw, .suspend, .quit: rest.append(action)
            }
        }
        return rest
    }

    /// Opens an item, as Return does.
    package func open(_ id: String) {
        if let item = state.item(id) { open(item) }
    }

    /// Opens an item or a document, as Return does.
    package func open(_ item: AppItem) {
        run { $0.open(listed: item) }
        pump()
    }

    /// Replies from an item, as its attribution or its menu does.
    package func activate(_ id: String) {
        run { $0.activate(id) }
        pump()
    }

    /// Updates the screens, and performs the actions that follow.
    ///
    /// - Returns: the actions that need a terminal.
    @discardableResult
    func run(_ body: (inout AppUpdate) -> Void) -> [AppAction] {
        perform(AppUpdate.run(on: &state, size: size, body))
    }

    // MARK: Data of the server

    private func show(registration answer: JSONValue) {
        do throws(InvalidField) {
            var fields = try JSONFields(answer)
            registration = AppRegistration(try fields.read("app"))
            state.name = registration.name
            documents.manageTitle = registration.manageTitle
        } catch {
            state.view.hint = "The app's registration cannot be read: \(error.description)"
        }
    }

    private func showList() {
        changeLists { state in
            let items = center.highlights.map(registration.item)
            state.view.leaving.formIntersection(items.map(\.id))
            state.items = items.filter { !state.view.leaving.contains($0.id) }.toldApart
            for index in state.items.indices {
                state.items[index].isDeleted =
                    renderer.begunMessages?.share(at: state.items[index].url)?.isDocumentDeleted == true
            }
            state.hasMore = center.hasMore
        }
        for place in places.taken where places[place]?.highlight.map(center.highlights.contains) == false {
            places.detach(place)
        }
        if let id = sharedItem, state.item(id) == nil, state.document?.item != id {
            sharedItem = nil
            endShareSheet(saying: "The item to share no longer exists")
        }
        run { $0.settle() }
    }

    /// Shows a page of the documents that the person can read.
    func show(_ documents: [SharedDocument], isFirstPage: Bool, hasMore: Bool) {
        changeLists { $0.list(documents.map(registration.item), isFirstPage: isFirstPage, hasMore: hasMore) }
        run { $0.settle() }
    }

    /// Changes the lists. The focus stays on its item.
    func changeLists(_ body: (inout AppState) -> Void) {
        let focused = state.focused(size: size)
        body(&state)
        if let focused { state.focus(on: focused, size: size) }
    }

    private func attachWhatIsDrawn() {
        let shown = showsAll ? state.items.map(\.id) : AppLayout(state, size: size).visible
        for id in shown where places[Self.place(id, .summary)] == nil { attach(id, .summary) }
    }

    private func attach(_ id: String, _ context: AttributionView.DisplayContext) {
        guard let highlight = center.highlights.first(where: { $0.identifier.rawValue == id }) else { return }
        var view = AttributionView(highlight: highlight)
        view.displayContext = context
        view.menuTitleForHideAction = registration.menuTitleForHideAction
        reports.append((highlight.url, context))
        places.attach(view, at: Self.place(id, context))
    }

    private func resolve(_ token: String, at place: String) {
        guard let id = places[place]?.highlight?.identifier.rawValue else { return }
        highlights[token] = id
        renderer.resolve(token)
    }

    private static func place(_ id: String, _ context: AttributionView.DisplayContext) -> String { "\(context) \(id)" }
}
