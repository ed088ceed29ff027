package import ChatTerminal

/// A sheet as it is drawn: a card over its dimmed parent, with one thing to decide or to read.
public struct Sheet: Equatable, Sendable {
    /// A button, or a switch with its state.
    public struct Choice: Equatable, Sendable {
        /// What it says.
        public var label: String
        /// What it shows behind its label, such as what a switch is set to; nil for a button.
        public var value: String?
        /// A heading above it, where a group begins.
        public var heading: String?
        /// What is only read, line by line, above it and below its heading.
        public var lead: [String] = []
        /// What it comes to, below it.
        public var note: String?
        /// One character that stands for it.
        public var glyph: String?
        /// Whether it is a tile beside others: its glyph above, what it says below.
        public var isTile = false
        /// How many rows what it says may take before it is cut.
        public var rowsMax = 1
        /// True if it destroys something or takes it away: it is drawn in red and bold.
        public var isDestructive = false
        /// The id of its subject: the focus stays on it when rows come or go. Nil if the label identifies the choice, so
        /// that another label means another action.
        package var subject: String?
        /// What is written there, where it is a field to write in.
        package var field: LineEditor?

        /// The name by which the focus finds the choice again.
        package var identity: String { subject ?? label }

        /// True if choosing it changes its value in place, so that Space may do it as well.
        package var isSwitch: Bool {
            guard let value else { return false }
            return value.hasPrefix("[") || value.hasPrefix("paused [") || ["on", "off"].contains(value)
        }

        /// A button; with a value, a row that shows it.
        public init(
            _ label: String, value: String? = nil, heading: String? = nil, note: String? = nil, glyph: String? = nil
        ) {
            self.note = note
            self.glyph = glyph
            self.label = label
            self.value = value
            self.heading = heading
        }
    }

    /// What it is about, in the header.
    public var title: String
    /// The header's left end: Cancel, where there is something to cancel.
    public var leading: String?
    /// The header's right end: Done.
    public var trailing: String?
    /// Paragraphs; an empty one is a blank row.
    public var body: [String]
    /// What can be chosen.
    public var choices: [Choice]
    /// The choice that has the focus.
    public var focus: Int
    /// The heights at which it rests; nil for a card that is as large as what it says.
    public var presentation: SheetPresentationController?
    /// Whether it comes up as high as all that it says; else at the smallest of its heights, and the rest is for those
    /// who look further (`sheet-medium-use`).
    public var showsAllAtFirst = true

    /// What it says, row by row: paragraphs, headings and choices with their values.
    package var rows: [String] {
        var rows = [title] + body.filter { !$0.isEmpty }
        for choice in choices {
            if let heading = choice.heading { rows.append(heading) }
            rows.append(choice.label + (choice.value.map { $0.isEmpty ? "" : "  " + $0 } ?? ""))
            if let note = choice.note { rows.append(note) }
        }
        return rows
    }

    /// Puts its buttons where they belong in a flow of several pages: Back at the left behind the first page, Cancel at the
    /// right, and on the last Done in its place (`sheet-buttons-flow`).
    ///
    /// - Parameter page: from 1 on.
    public mutating func lay(page: Int, of pages: Int, done: String = "Done") {
        leading = page > 1 ? "Back" : nil
        trailing = page < pages ? "Cancel" : done
    }

    /// A sheet.
    public init(
        title: String, leading: String? = nil, trailing: String? = nil, body: [String] = [], choices: [Choice] = [],
        focus: Int = 0
    ) {
        self.title = title
        self.leading = leading
        self.trailing = trailing
        self.body = body
        self.choices = choices
        self.focus = focus
    }
}
