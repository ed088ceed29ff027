import AppModel
import ChatProtocol
import ChatTerminal

/// The commands about collaborations. They refuse clearly before the server is asked, and ask the person before an
/// irreversible change.
extension ChatUpdate {
    /// Performs a command about a collaboration: a staged one, or the one of a link.
    ///
    /// - Returns: False if the word is none of these commands.
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show.
    mutating func performOnCollaboration(_ word: String, _ text: String) throws(SlashCommand.Mistake) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let rest = Array(words.dropFirst())
        /// Returns the link, the first word. Throws the usage unless `count` contains the number of words after it.
        func link(_ usage: String, _ count: ClosedRange<Int> = 0...0) throws(SlashCommand.Mistake) -> String {
            guard let first = words.first, count.contains(rest.count) else { throw SlashCommand.Mistake(text: usage) }
            return first
        }
        switch word {
        case "share" where text.isEmpty: share()
        case "share":
            let shared = try SharedWords(text)
            guard let id = state.view.selected else { throw SlashCommand.Mistake(text: "No conversation is open") }
            emit(
                .stage(
                    ShareWish(
                        title: shared.title, app: try sharingApp(shared.app), conversation: id,
                        effects: shared.effects, isCopy: shared.isCopy, representations: shared.forms)))
        case "option":
            guard text.isEmpty || Int(text) != nil else {
                throw SlashCommand.Mistake(text: "/option N; /option alone lists them")
            }
            try option(Int(text))
        case "send":
            if let draft = state.takeStaged(saying: text) {
                emit(.start(draft))
            } else if let id = state.view.selected, let path = state.view.attachments.removeValue(forKey: id) {
                emit(.attach(path: path, text: EmojiNames.replaced(in: text), conversation: id, replyTo: nil))
            } else if state.hasStaged {
                throw SlashCommand.Mistake(text: "No conversation yet: /new HANDLE begins one")
            } else {
                throw SlashCommand.Mistake(
                    text: "Nothing is staged: /share TITLE stages a document, /attach FILE a file")
            }
        case "cancel": try cancelStaged()
        case "people": try showPeople(of: try collaboration(try link("/people N, or /people URL")))
        case "invite":
            let number = try link(Self.inviteUsage, 1...1_000)
            try invite(rest, to: try collaboration(number))
        case "uninvite":
            let number = try link("/uninvite N HANDLE…", 1...1_000)
            try uninvite(rest, try collaboration(number))
        case "access":
            let usage = "/access N public, or /access N private [HANDLE…], with the people to invite again"
            let number = try link(usage, 1...1_000)
            guard let access = Share.Access(rawValue: rest[0]), access == .private || rest.count == 1 else {
                throw SlashCommand.Mistake(text: usage)
            }
            try setAccess(access, Array(rest.dropFirst()), of: try collaboration(number))
        case "permission":
            let usage = "/permission N read|write [HANDLE]"
            let number = try link(usage, 1...2)
            guard let permission = Self.permission(rest[0]) else { throw SlashCommand.Mistake(text: usage) }
            let row = try collaboration(number)
            let handle = rest.count == 1 ? nil : try person(rest[1], on: row).handle
            try manage(.permission(permission, handle: handle), row)
        case "admin":
            let usage = "/admin N HANDLE [off]"
            let number = try link(usage, 1...2)
            guard rest.count == 1 || rest[1] == "off" else { throw SlashCommand.Mistake(text: usage) }
            let row = try collaboration(number)
            try manage(.administrator(try person(rest[0], on: row).handle, rest.count == 1), row)
        case "inviting":
            let usage = "/inviting N on, or /inviting N off"
            let number = try link(usage, 1...1)
            guard let isOn = rest[0].isOn else { throw SlashCommand.Mistake(text: usage) }
            try manage(.inviting(isOn), try collaboration(number))
        case "leaveshare":
            try manage(.leave, try collaboration(try link("/leaveshare N")))
        case "stopshare":
            try manage(.stop, try collaboration(try link("/stopshare N")))
        case "copylink":
            let row = try collaboration(try link("/copylink N"))
            guard !row.isDocumentDeleted else {
                throw SlashCommand.Mistake(text: "\(row.quoted) was deleted: its link opens nothing", reason: .conflict)
            }
            guard row.role == .owner || row.access == .public else {
                throw SlashCommand.Mistake(
                    text: "Only a link that anyone can open can be copied: "
                        + "\(row.quoted) is for invited people")
            }
            state.view.hint = "Copied \(CleanText.line(row.url))"
            emit(.copy(text: row.url))
        case "answer":
            try answer(try SlashCommand.needed(text, "/answer add, /answer remove, or /answer close"))
        case "notices":
            guard let number = Int(text) else {
                throw SlashCommand.Mistake(text: "/notices, or /notices N to open one")
            }
            let (notice, id) = try waiting(number)
            open(notice, in: id)
        case "dismiss":
            guard text.isEmpty || Int(text) != nil else {
                throw SlashCommand.Mistake(text: "/dismiss, or /dismiss N of /notices")
            }
            let (notice, id) = try waiting(Int(text) ?? 1)
            dismiss(notice, in: id)
        default: return false
        }
        return true
    }

    // MARK: Collaborations and people by name

    /// Returns the collaboration of a number or an address.
    ///
    /// - Throws: A `SlashCommand.Mistake` if this person has not joined it, can no longer use it, or knows of none.
    func collaboration(_ text: String) throws(SlashCommand.Mistake) -> CollaborationRow {
        let url = try link(text)
        if let row = state.shares[url] {
            guard row.own != nil else {
                throw SlashCommand.Mistake(
                    text: "You have not opened \(row.quoted) yet: /open \(text) joins it")
            }
            return row
        }
        if let lost = state.lostShares[url] { throw SlashCommand.Mistake(text: lost.sentence) }
        throw SlashCommand.Mistake(
            text: "\(CleanText.line(LinkText.short(url))) is not a document that is shared with you")
    }

    private func person(_ word: String, on row: CollaborationRow) throws(SlashCommand.Mistake)
        -> CollaborationRow.Person
    {
        let name = word.lowercased()
        let handle = Handle(typed: word)?.rawValue
        let found =
            row.people.first { $0.handle == handle } ?? row.people.first { $0.name.lowercased() == name }
        guard let found else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(word))” is not on \(row.quoted)", reason: .notFound)
        }
        return found
    }

    /// Returns the id of an app given by its name or id; without a name, the only known app.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no such app is known, or if no name is given and one app cannot be
    ///   determined.
    private func sharingApp(_ name: String?) throws(SlashCommand.Mistake) -> String {
        if let name { return try app(name) }
        let apps = state.settings.apps
        if apps.count == 1 { return apps[0].id }
        let known = apps.map { CleanText.line($0.title) }.joined(separator: ", ")
        throw SlashCommand.Mistake(
            text: "Give an app: /share TITLE with APP" + (known.isEmpty ? ", by its id" : "; there are \(known)")
        )
    }

    private static func permission(_ word: String) -> Share.Permission? {
        switch word {
        case "read": .readOnly
        case "write": .readWrite
        default: nil
        }
    }

    /// Performs a change of a collaboration, after a confirmation if one is required.
    private mutating func manage(_ deed: CollaborationDeed, _ row: CollaborationRow) throws(SlashCommand.Mistake) {
        try Self.check(deed, on: row)
        if let question = state.question(before: deed, on: row) { ask(question) } else { emit(.manage(row, deed)) }
    }

    /// Shows the participants of a collaboration. If the app stores the collaboration itself, the sheet leads to the
    /// app's own management (`manage-view`).
    ///
    /// - Throws: A `SlashCommand.Mistake` if such an app has no management screen.
    mutating func showPeople(of row: CollaborationRow) throws(SlashCommand.Mistake) {
        guard row.backend != .custom || row.manageTitle != nil else {
            throw SlashCommand.Mistake(
                text: "\(CleanText.line(row.app)) stores \(row.quoted) itself, "
                    + "and has no screen for its participants")
        }
        presentForNow(.people(row.url))
    }

    private static let inviteUsage = "/invite N HANDLE… [read|write] [nolink]"

    private mutating func invite(_ words: [String], to row: CollaborationRow) throws(SlashCommand.Mistake) {
        var handles = words
        var permission: Share.Permission?
        var sendsLink = true
        while let word = handles.last {
            if permission == nil, let said = Self.permission(word) {
                permission = said
            } else if sendsLink, word == "nolink" {
                sendsLink = false
            } else {
                break
            }
            handles.removeLast()
        }
        guard !handles.isEmpty else { throw SlashCommand.Mistake(text: Self.inviteUsage) }
        for index in handles.indices { handles[index] = try SlashCommand.handle(handles[index], Self.inviteUsage) }
        let people = handles.enumerated().filter { handles[..<$0.offset].contains($0.element) == false }.map(\.element)
        try manage(.invite(people, permission, sendsLink: sendsLink), row)
    }

    private mutating func uninvite(_ words: [String], _ row: CollaborationRow) throws(SlashCommand.Mistake) {
        var handles: [String] = []
        for word in words {
            let handle = try person(word, on: row).handle
            if !handles.contains(handle) { handles.append(handle) }
        }
        try manage(.uninvite(handles), row)
    }

    private mutating func setAccess(_ access: Share.Access, _ again: [String], of row: CollaborationRow)
        throws(SlashCommand.Mistake)
    {
        try Self.check(.access(access, again: []), on: row)
        var kept: [String] = []
        for word in again {
            let handle = (try? person(word, on: row))?.handle ?? word
            kept.append(try SlashCommand.handle(handle, "/access N private [HANDLE…]"))
        }
        try manage(.access(access, again: kept), row)
    }

    // MARK: Completion

    /// Returns the completions of the arguments: the numbers of the collaborations, and the words that follow each
    /// number.
    func collaborationArguments() -> [(command: String, words: [String])] {
        guard let thread = state.selectedThread else { return [] }
        var numbers: [Int: CollaborationRow] = [:]
        for case .message(let message) in thread.entries {
            for card in message.cards { if let number = card.number { numbers[number] = state.shares[card.url] } }
        }
        let commands = [
            "people", "invite", "uninvite", "access", "permission", "admin", "inviting", "leaveshare", "stopshare",
            "copylink",
        ]
        let words = numbers.keys.sorted().map(String.init)
        var offered = commands.map { (command: $0, words: words) }
        for (number, row) in numbers {
            let others = row.people.filter { !$0.isOwn && $0.role != .owner }.map(\.handle)
            let outside = thread.members.map(\.handle).filter { handle in !row.people.contains { $0.handle == handle } }
            offered += [
                ("uninvite \(number)", others), ("admin \(number)", others), ("invite \(number)", outside),
                ("permission \(number) read", others), ("permission \(number) write", others),
                ("access \(number) private", others),
            ]
        }
        return offered
    }
}
