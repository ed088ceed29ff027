package import ChatTerminal

/// The content of a sheet as it is drawn: a card over its dimmed parent, with one subject to decide or to read.
public struct Sheet: Equatable, Sendable {
    /// A button, a switch with its state, or a field.
    public struct Choice: Equatable, Sendable {
        /// The label.
        public var label: String
        /// The value after the label, such as the state of a switch; nil for a button.
        public var value: String?
        /// The heading above the choice, if a group begins with it; nil for none.
        public var heading: String?
        /// The lines of text between the heading and the choice.
        public var lead: [String] = []
        /// The line below the choice that describes its effect; nil for none.
        public var note: String?
        /// One character in place of an icon; nil for none.
        public var glyph: String?
        /// True if the choice is a tile in a row of tiles, with its glyph above its label.
        public var isTile = false
        /// The maximum number of rows of the label before it is cut.
        public var rowsMax = 1
        /// True if the choice destroys or removes something. It is drawn in red and bold.
        public var isDestructive = false
        /// The id of the choice's subject, on which the focus stays when rows appear or disappear. Nil if the label
        /// identifies the choice, so that another label means another action.
        package var subject: String?
        /// The text in the field; nil if the choice is not a field.
        package var field: LineEditor?

        /// The identity by which the focus finds the choice again.
        package var identity: String { subject ?? label }

        /// True if choosing it changes its value in place. The space bar then chooses it too.
        package var isSwitch: Bool {
            guard let value else { return false }
            return value.hasPrefix("[") || value.hasPrefix("paused [") || ["on", "off"].contains(value)
        }

        /// Creates a button, or with a value a row that shows the value.
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

    /// The title in the header.
    public var title: String
    /// The button at the left of the header, such as Cancel; nil for none.
    public var leading: String?
    /// The button at the right of the header, such as Done; nil for none.
    public var trailing: String?
    /// The paragraphs. An empty one is a blank row.
    public var body: [String]
    /// The choices, from the top.
    public var choices: [Choice]
    /// The index of the choice that has the focus.
    public var focus: Int
    /// The heights at which the sheet rests; nil for a card as high as its content.
    public var presentation: SheetPresentationController?
    /// True if the sheet appears with the height of all its content. If false, it appears at its smallest height, and
    /// the person expands it to see the rest (`sheet-medium-use`).
    public var showsAllAtFirst = true

    /// The text of the sheet, row by row: the title, the paragraphs, and the headings, labels, values and notes of the
    /// choices.
    package var rows: [String] {
        var rows = [title] + body.filter { !$0.isEmpty }
        for choice in choices {
            if let heading = choice.heading { rows.append(heading) }
            rows.append(choice.label + (choice.value.map { $0.isEmpty ? "" : "  " + $0 } ?? ""))
            if let note = choice.note { rows.append(note) }
        }
        return rows
    }

    /// Sets the buttons for a page of a flow. Back is at the left from the second page on. At the right is Cancel, and
    /// on the last page Done (`sheet-buttons-flow`).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - pages: the number of pages.
    ///   - done: the title of the button on the last page.
    public mutating func lay(page: Int, of pages: Int, done: String = "Done") {
        leading = page > 1 ? "Back" : nil
        trailing = page < pages ? "Cancel" : done
    }

    /// Creates a sheet.
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
