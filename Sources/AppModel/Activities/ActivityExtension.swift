public import ChatProtocol

/// A share or action extension: a small program of an app that people use in other apps (`av-extensions`,
/// `av-ext-kinds`). It receives only the parts of an item that it declares.
public struct ActivityExtension: Equatable, Sendable {
    /// A part of an item.
    public enum Part: String, CaseIterable, Sendable {
        /// The title of a document, a link or a file.
        case title
        /// The address of a document or a link.
        case url
        /// The text of a text item.
        case text
        /// The path of a file.
        case file
        /// The subject of a message about the item.
        case subject
        /// The uniform type identifier of the item.
        case type
        /// One character in place of a thumbnail.
        case thumbnail

        /// True if the part is the item itself; false if it describes the item.
        public var isContent: Bool { [.url, .text, .file].contains(self) }
    }

    /// The identifier of the extension.
    public var identifier: String
    /// The name of the app that the extension belongs to. The extension's screens show it (`av-ext-ui`).
    public var app: String
    /// The title on the share sheet. The title of a share extension is a name, usually of a company (`av-share-title`).
    public var title: String
    /// One character in place of an icon, for an action. A share extension has its app's icon (`av-ext-image`).
    public var glyph: String?
    /// The category: the extension shares an item or acts on it.
    public var category: ActivityCategory
    /// The kinds of items that the extension accepts.
    public var accepts: [ActivityItemKind]
    /// The parts of an item that the extension receives.
    public var reads: [Part]
    /// The program to run, followed by its arguments.
    public var command: [String]
    /// The number of seconds after which the extension counts as failed.
    public var deadlineSeconds: Int
    /// True if a person writes a text in the system's composition view before the extension runs. Most share extensions
    /// need one (`av-ext-ui`).
    public var composes: Bool

    /// Creates an extension.
    ///
    /// - Parameter composes: nil means true for a share extension and false for an action.
    public init(
        identifier: String, app: String, title: String, glyph: String? = nil, category: ActivityCategory,
        accepts: [ActivityItemKind] = ActivityItemKind.allCases, reads: [Part] = Part.allCases, command: [String],
        deadlineSeconds: Int = 10, composes: Bool? = nil
    ) {
        (self.identifier, self.app, self.title, self.glyph) = (identifier, app, title, glyph)
        (self.category, self.accepts, self.reads, self.command) = (category, accepts, reads, command)
        self.deadlineSeconds = deadlineSeconds
        self.composes = composes ?? (category == .share)
    }

    /// The entry of the extension on a share sheet.
    public var entry: ActivityMenu.Entry {
        ActivityMenu.Entry(
            ActivityType(rawValue: "extension/" + identifier), title,
            glyph: category == .share ? "[\(app.prefix(1).uppercased())]" : glyph, category: category,
            owner: .plugin(app: app), accepts: accepts, reads: reads)
    }

    /// Returns true if a person cannot distinguish two extensions: both have the same app, category and title.
    public func duplicates(_ other: ActivityExtension) -> Bool {
        category == other.category && AppActivity.comparable(title) == AppActivity.comparable(other.title)
            && AppActivity.comparable(app) == AppActivity.comparable(other.app)
    }

    /// Returns the parts of an item that the extension declares in ``reads``, in that order. Parts that the item does
    /// not have are left out.
    public func parts(of handed: HandedItem) -> [(part: Part, value: String)] {
        reads.compactMap { part in
            switch part {
            case .subject: (part, handed.subject)
            case .type: (part, handed.typeIdentifier)
            case .thumbnail: handed.thumbnail.map { (part, $0) }
            case .title, .url, .text, .file: handed.item.value(of: part).map { (part, $0) }
            }
        }
    }
}

extension ActivityItem {
    /// The part that is the item itself.
    public var content: ActivityExtension.Part {
        switch self {
        case .document, .link: .url
        case .text: .text
        case .file: .file
        }
    }

    /// Returns a part of the item; nil if the item has no such part. A text has no title: its title is the text itself.
    func value(of part: ActivityExtension.Part) -> String? {
        if part == content { return plainText }
        guard part == .title else { return nil }
        switch self {
        case .document(_, let title): return title
        case .link(_, let title): return title
        case .file: return title
        case .text: return nil
        }
    }

    /// Returns true if a reader of these parts can use the item: the parts include the item itself, or they only
    /// describe items and the item has a title.
    func serves(_ reads: [ActivityExtension.Part]) -> Bool {
        reads.contains(content) || !reads.contains(where: \.isContent) && value(of: .title) != nil
    }
}

/// Work of an extension that continues after its sheet closed. The extension's app shows the work, and a person is
/// notified only of a failure (`av-ext-long-task`, `av-ext-notify`).
public struct ActivityJob: Equatable, Sendable {
    /// The progress of the work.
    public enum State: Equatable, Sendable {
        /// The work is in progress, with the percentage that the program reports; nil if it reports none.
        case running(percent: Int?)
        /// The work succeeded.
        case done
        /// The work failed for this reason.
        case failed(String)
    }

    /// The identifier of the job, unique among all jobs.
    public var id: String
    /// The name of the extension's app.
    public var app: String
    /// The title of the extension and of the item.
    public var title: String
    /// The progress of the work.
    public var state: State
    /// The time at which the job ended, in milliseconds on the clock of the job store; nil while it runs.
    public var endedAt: Int64?
    /// True if a person has read about the failure.
    public var isRead = false

    /// Creates a running job with no progress.
    public init(id: String, app: String, title: String) {
        (self.id, self.app, self.title, state) = (id, app, title, .running(percent: nil))
    }

    /// True if the work is in progress.
    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// True if the job failed and no person has read about it.
    public var isUnreadFailure: Bool { if case .failed = state { !isRead } else { false } }

    /// The number of milliseconds for which an ended job is shown.
    public static let shownMilliseconds: Int64 = 3_600_000
    /// The number of milliseconds for which an unread failure is shown: seven days.
    public static let unreadMilliseconds: Int64 = 7 * 24 * 3_600_000

    /// Returns true if the job ended so long ago that it is no longer shown.
    ///
    /// - Parameter now: the current time in milliseconds on the clock of ``endedAt``.
    public func isExpired(at now: Int64) -> Bool {
        endedAt.map { now - $0 >= (isUnreadFailure ? Self.unreadMilliseconds : Self.shownMilliseconds) } ?? false
    }

    /// The job as one line of text.
    public var line: String {
        switch state {
        case .running(let percent): "◌ \(title)" + (percent.map { " \($0)%" } ?? " …")
        case .done: "✓ \(title)"
        case .failed(let reason): "✗ \(title): \(reason)"
        }
    }
}
