public import ChatProtocol

/// A share or action extension: a small program of an app that people use in other apps (`av-extensions`,
/// `av-ext-kinds`). It gets no more of an item than it declared.
public struct ActivityExtension: Equatable, Sendable {
    /// A part of an item.
    public enum Part: String, CaseIterable, Sendable {
        /// What it is called.
        case title
        /// Its address.
        case url
        /// Its text.
        case text
        /// The path of a file.
        case file
    }

    /// What tells it from others.
    public var identifier: String
    /// The app that it belongs to, whose name its screens show (`av-ext-ui`).
    public var app: String
    /// What it is called; that of a share extension is a name, mostly of a company (`av-share-title`).
    public var title: String
    /// What stands for it, where it is an action: a share extension has its app's icon (`av-ext-image`).
    public var glyph: String?
    /// Whether it sends an item or does something with it.
    public var category: ActivityCategory
    /// The items that it takes.
    public var accepts: [ActivityItemKind]
    /// The parts of them that it is given.
    public var reads: [Part]
    /// The program and its words.
    public var command: [String]
    /// After how many seconds it has failed.
    public var deadlineSeconds: Int

    /// An extension.
    public init(
        identifier: String, app: String, title: String, glyph: String? = nil, category: ActivityCategory,
        accepts: [ActivityItemKind] = ActivityItemKind.allCases, reads: [Part] = Part.allCases, command: [String],
        deadlineSeconds: Int = 10
    ) {
        (self.identifier, self.app, self.title, self.glyph) = (identifier, app, title, glyph)
        (self.category, self.accepts, self.reads, self.command) = (category, accepts, reads, command)
        self.deadlineSeconds = deadlineSeconds
    }

    /// As a share sheet offers it.
    public var entry: ActivityMenu.Entry {
        ActivityMenu.Entry(
            ActivityType(rawValue: "extension/" + identifier), title,
            glyph: category == .share ? "[\(app.prefix(1).uppercased())]" : glyph, category: category,
            owner: .plugin(app: app), accepts: accepts)
    }

    /// What it is given of an item: the parts that it declared, and no others.
    public func parts(of item: ActivityItem) -> [(part: Part, value: String)] {
        reads.compactMap { part in
            switch (part, item) {
            case (.title, _): (part, item.title)
            case (.url, .document(let url, _)), (.url, .link(let url, _)): (part, url)
            case (.text, .text(let text)): (part, text)
            case (.file, .file(let path)): (part, path)
            default: nil
            }
        }
    }
}

/// Work of an extension that goes on when its sheet is gone: it shows in the extension's app, and tells of itself only
/// when something is wrong (`av-ext-long-task`, `av-ext-notify`).
public struct ActivityJob: Equatable, Sendable {
    /// How far it is.
    public enum State: Equatable, Sendable {
        /// It works; how much is done in percent, as far as it says.
        case running(percent: Int?)
        /// It is done.
        case done
        /// It failed, and why.
        case failed(String)
    }

    /// What tells it from others.
    public var id: String
    /// The app that it belongs to.
    public var app: String
    /// What is done with what.
    public var title: String
    /// How far it is.
    public var state: State

    /// A job that begins.
    public init(id: String, app: String, title: String) {
        (self.id, self.app, self.title, state) = (id, app, title, .running(percent: nil))
    }

    /// In one line.
    public var line: String {
        switch state {
        case .running(let percent): "◌ \(title)" + (percent.map { " \($0)%" } ?? " …")
        case .done: "✓ \(title)"
        case .failed(let reason): "✗ \(title): \(reason)"
        }
    }
}
