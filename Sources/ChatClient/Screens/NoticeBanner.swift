import ChatProtocol
import ChatTerminal

/// The notice in the banner that the person read. A key that acts on the banner is refused if another notice has just
/// replaced that one.
struct ReadBanner: Equatable, Sendable {
    /// The time after which a person has read a notice in the banner, in milliseconds.
    static let timeToRead: Int64 = 3_000

    /// The notice that the person read, at the last key or because it has shown long enough; nil for none.
    private(set) var notice: String?
    private var shown: String?
    /// The time for which the shown notice has been in the banner, in milliseconds.
    private var age: Int64 = 0

    /// Notes the notice that the banner shows; nil for none.
    mutating func show(_ notice: String?) {
        if notice != shown { (shown, age) = (notice, 0) }
        if self.notice == nil || notice == nil || age >= Self.timeToRead { self.notice = notice }
    }

    /// Notes that the person pressed a key, and so has seen the banner.
    mutating func read(_ notice: String?) { (self.notice, shown) = (notice, notice) }

    /// Advances the time.
    mutating func pass(milliseconds: Int64) { age += milliseconds }
}

/// The newest waiting notice, below the name of its thread: the initial of the person who caused it, a sentence of one
/// or two lines, and the button that shows the document (`ntc-banner-view`).
struct NoticeBanner {
    /// The sentence, in one row or two.
    let lines: [String]
    private let avatar: String
    private let button: String
    /// The number of the other waiting notices, such as `+2`, below a button that has no room for it.
    private let below: String?
    /// The columns of the label that closes the notice, at the end of the button; 0 without that label.
    private let closeColumns: Int

    /// Creates the banner of a thread on a pane of that size; nil if no notice waits.
    init?(_ thread: ThreadState, size: Size, keys: KeyBindings = KeyBindings()) {
        let (key, close) = (keys.hint("^O"), keys.hint("^X"))
        guard let notice = thread.waiting.first else { return nil }
        let initial = AttributionPainter.avatars([notice.actor])
        let avatar = (initial.isEmpty ? "◆" : initial) + " "
        let text = CleanText.line(notice.text)
        let width = TextWidth.columns(of: text)
        /// Returns the number of columns for the sentence next to a button.
        func room(_ button: String) -> Int {
            size.columns - TextWidth.columns(of: avatar) - TextWidth.columns(of: button) - 4
        }
        let more = thread.waiting.count - 1
        let words = Self.words(of: notice, more: more, key: key, close: close)
        // A second row is better than a button that does not name its action.
        let besideTwo = size.rows >= 14 ? words.filter { room($0) >= size.columns / 2 } : []
        self.avatar = avatar
        let number = more > 0 ? "+\(more)" : nil
        if let fitting = words.first(where: { width <= room($0) }),
            number.map({ fitting.hasPrefix($0) }) ?? true || besideTwo.isEmpty
        {
            (button, lines, below) = (fitting, [text], nil)
        } else if let word = besideTwo.first(where: { TextLayout.wrap(text, to: room($0)).count <= 2 })
            ?? besideTwo.last
        {
            let rows = TextLayout.wrap(text, to: room(word))
            let rest = TextLayout.truncate(rows.dropFirst().joined(separator: " "), to: room(word))
            (button, lines) = (word, [rows[0], rest])
            below = number.flatMap { word.hasPrefix($0) ? nil : $0 }
        } else {
            button = (more > 0 ? ["+\(more)  \(key)"] : []).first { width <= room($0) } ?? key
            lines = [TextLayout.truncate(text, to: room(button))]
            below = nil
        }
        let label = "Close \(close)"
        closeColumns = button.hasSuffix(label) ? TextWidth.columns(of: label) : 0
    }

    /// Returns true if a cell of the banner is on the label that closes the notice.
    ///
    /// - Parameter columns: The columns of the thread.
    func closes(column: Int, row: Int, of columns: Int) -> Bool {
        row == 0 && column < columns - 1 && column >= columns - 1 - closeColumns
    }

    /// Returns the number of rows of a thread's banner; 0 without a banner.
    static func rows(_ thread: ThreadState, size: Size, keys: KeyBindings) -> Int {
        NoticeBanner(thread, size: size, keys: keys)?.lines.count ?? 0
    }

    /// Draws the banner, starting at a row.
    func draw(on grid: inout Grid, row: Int) {
        let style = Style(.plain, on: .banner)
        let columns = grid.size.columns
        grid.fill(Rectangle(column: 0, row: row, columns: columns, rows: lines.count), " ", style)
        let left = grid.put(avatar, column: 1, row: row, style)
        for (index, line) in lines.enumerated() { grid.put(line, column: left, row: row + index, style.bold) }
        grid.putRight(button, end: columns - 1, row: row, style)
        if let below { grid.putRight(below, end: columns - 1, row: row + 1, style) }
    }

    /// Returns the labels of the button, with its key and the number of further notices: the fullest first.
    private static func words(of notice: NoticeEntry, more: Int, key: String, close: String) -> [String] {
        let word = (notice.actions.first.map { CleanText.line($0.title) } ?? "Show") + " " + key
        let words = (notice.actions.isEmpty ? [] : ["\(word)  Close \(close)"]) + [word]
        return more > 0 ? words.map { "+\(more) more  \($0)" } + ["+\(more)  \(word)", word] : words
    }
}
