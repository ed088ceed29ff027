import AppModel
package import ChatTerminal

extension PostDraft {
    /// The text in the form in which the client stores it; nil if there is none.
    fileprivate func unposted(in state: ChatState) -> UnpostedText? {
        guard text.saysSomething else { return nil }
        let plugin = state.extensions.first { $0.entry.type == type }
        return UnpostedText(
            type: type.rawValue, title: plugin?.title ?? type.rawValue, item: context.item.plainText,
            itemTitle: context.item.title, text: text.text)
    }
}

extension ViewState {
    /// The versions of the texts on the sheets of share extensions. A changed text has another version.
    package var postVersions: [LineEditor.Version] { posts.map(\.text.version) }

    /// The number of characters on those sheets.
    package var postCount: Int { posts.reduce(0) { $0 + $1.text.count } }

    /// The drafts on the sheets of share extensions, on the screen and at other conversations of a desktop.
    private var posts: [PostDraft] {
        [post].compactMap(\.self) + parked.sorted { $0.key < $1.key }.compactMap(\.value.post)
    }

    fileprivate func unposted(in state: ChatState) -> [UnpostedText] {
        // A text that the person continues in a composer is stored there.
        let continued = Set(changedLines)
        return unposted.filter { !continued.contains($0.text) } + posts.compactMap { $0.unposted(in: state) }
    }

    /// Removes the texts for share extensions that the person sends as messages.
    mutating func removeUnposted(_ lines: [String]) { unposted.removeAll { lines.contains($0.text) } }
}

extension ChatState {
    /// The texts for share extensions that were not posted, of this client and of earlier ones.
    package var unposted: [UnpostedText] { view.unposted(in: self) }

    /// The sentence about the place of those texts; nil if there are none.
    package var unpostedSentence: String? {
        let texts = unposted
        guard let text = texts.last else { return nil }
        let title = "“\(CleanText.line(text.title))”"
        guard texts.count > 1 else {
            let item = TextLayout.truncate(CleanText.line(text.itemTitle), to: 40)
            return "Your text for \(title) is not posted: ↑ restores it, or choose \(title) again for “\(item)”"
        }
        let titles = Set(texts.map { "“\(CleanText.line($0.title))”" }).sorted()
        return
            "Your texts for \(SharingConfirmation.shortList(titles)) are not posted: ↑ restores them, the newest first"
    }

    /// Stores the texts for share extensions of an earlier client, or of a server before its reset. The arrow up has them.
    package mutating func restore(_ texts: [UnpostedText]) {
        view.unposted = texts
        for text in texts { view.remember(text.text) }
    }

    /// Adds the text on the sheet of a conversation that goes to the history.
    ///
    /// - Returns: false if there is none.
    package mutating func rememberPost(of conversation: String) -> Bool {
        let open = view.selected == conversation && view.openSheets.contains(.post) ? view.post : nil
        guard let text = (open ?? view.parked[conversation]?.post)?.text, text.saysSomething else { return false }
        view.remember(text.text)
        return true
    }

    /// Takes the text off the sheet of its share extension. The extension has it again for the same item, and the arrow up
    /// has it.
    mutating func putPostAway() {
        if let unposted = view.post?.unposted(in: self) {
            view.unposted.append(unposted)
            view.remember(unposted.text)
        }
        view.post = nil
    }

    /// Returns the text that a share extension has for an item, and removes it from the texts that were put away.
    mutating func takeUnposted(for type: ActivityType, _ item: ActivityItem) -> LineEditor {
        let place = view.unposted.lastIndex { $0.type == type.rawValue && $0.item == item.plainText }
        return LineEditor(place.map { view.unposted.remove(at: $0).text } ?? "")
    }
}
