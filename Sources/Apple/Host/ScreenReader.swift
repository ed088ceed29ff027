import AppModel
import ChatScreens
import ChatTerminal
import Foundation
import UnderstudySharedWithYou
import UnderstudyUIKit

/// Reads an app's views as rows of a terminal.
///
/// A terminal places views itself: one below the other in the order of their addition, and those of a horizontal stack
/// in one row. Frames and constraints have no effect.
@MainActor struct ScreenReader {
    /// The part that has the focus.
    let focus: ScreenItem.Identity?
    let editors: TextEditors
    /// Returns the people who shared an item, by the token of its view.
    let attribution: (String) -> AttributionContent?
    private var surface = Style.Surface.none

    init(
        focus: ScreenItem.Identity?, editors: TextEditors, attribution: @escaping (String) -> AttributionContent?
    ) {
        (self.focus, self.editors, self.attribution) = (focus, editors, attribution)
    }

    /// Returns the rows of a view.
    func blocks(of view: UIView, columns: Int) -> [ScreenBlock] {
        guard !view.isHidden, view.alpha > 0, columns > 0 else { return [] }
        switch view {
        case let table as UITableView: return blocks(of: table, columns: columns)
        case let view as SWAttributionView: return [block(of: view, columns: columns)].compactMap { $0 }
        case let view as SWCollaborationView: return [block(of: view)]
        case let field as UITextField: return [block(of: field, columns: columns)]
        case let text as UITextView: return [block(of: text, columns: columns)]
        case let button as UIButton: return [block(of: button, columns: columns)].compactMap { $0 }
        case let toggle as UISwitch:
            return [
                press(
                    .control(toggle),
                    "\(toggle.title ?? toggle.accessibilityLabel ?? "")  [\(toggle.isOn ? "on" : "off")]")
            ]
        case let label as UILabel:
            return [text(label.text ?? "", style(of: label), columns: columns, rows: label.numberOfLines)].compactMap {
                $0
            }
        case let content as UIListContentView: return blocks(of: content, columns: columns)
        case let indicator as UIActivityIndicatorView:
            return indicator.isAnimating ? [text("…", .quiet, columns: columns)].compactMap { $0 } : []
        case let stack as UIStackView where stack.axis == .horizontal:
            return [beside(stack.arrangedSubviews, columns: columns)].compactMap { $0 }
        case let stack as UIStackView: return stack.arrangedSubviews.flatMap { blocks(of: $0, columns: columns) }
        case is UIImageView:
            let name = view.isAccessibilityElement ? view.accessibilityLabel ?? "" : ""
            return [text(name, .quiet, columns: columns)].compactMap { $0 }
        default: return view.subviews.flatMap { blocks(of: $0, columns: columns) }
        }
    }

    /// Returns the views of a row from left to right, as far as there is room.
    private func beside(_ views: [UIView], columns: Int) -> ScreenBlock? {
        let read = views.map { view in
            ScreenBlock.stack(blocks(of: view, columns: columns), columns: columns)
        }.filter { $0.grid.size.rows > 0 }
        return read.isEmpty ? nil : Self.row(read, columns: columns)
    }

    /// Returns blocks in a row, as far as there is room.
    static func row(_ blocks: [ScreenBlock], columns: Int) -> ScreenBlock {
        var row = ScreenBlock(grid: Grid(Size(columns: columns, rows: blocks.map(\.grid.size.rows).max() ?? 0)))
        var column = 0
        for block in blocks where column < columns {
            row.place(block, column: column, row: 0)
            column += block.grid.usedColumns + 2
        }
        return row
    }

    // MARK: Text

    private func text(_ text: String, _ style: Style, columns: Int, rows: Int = 0) -> ScreenBlock? {
        var lines = CleanText.lines(text).flatMap { TextLayout.wrap($0, to: columns) }
        if rows > 0, lines.count > rows {
            lines =
                Array(lines.prefix(rows - 1)) + [
                    TextLayout.truncate(lines[(rows - 1)...].joined(separator: " "), to: columns)
                ]
        }
        guard lines.contains(where: { !$0.isEmpty }) else { return nil }
        var style = style
        if surface != .none { style.surface = surface }
        var grid = Grid(Size(columns: columns, rows: lines.count))
        if surface != .none {
            grid.fill(Rectangle(column: 0, row: 0, columns: columns, rows: lines.count), " ", Style(on: surface))
        }
        for (row, line) in lines.enumerated() { grid.put(line, column: 0, row: row, style) }
        return ScreenBlock(grid: grid)
    }

    private func style(of label: UILabel) -> Style {
        let isQuiet = label.textColor == .secondaryLabel || label.textColor == .tertiaryLabel
        let headings: [UIFont.TextStyle] = [.largeTitle, .title1, .title2, .title3, .headline]
        let isHeading = label.font?.textStyle.map(headings.contains) ?? false
        let isHeavy = (label.font?.weight.rawValue ?? 0) >= UIFont.Weight.semibold.rawValue
        let style = isQuiet ? Style.quiet : .plain
        return isHeading || isHeavy ? style.bold : style
    }

    private func blocks(of view: UIListContentView, columns: Int) -> [ScreenBlock] {
        guard let content = view.content else { return [] }
        let title = content.text ?? content.attributedText?.string ?? ""
        let detail = content.secondaryText ?? content.secondaryAttributedText?.string ?? ""
        return [
            text(title, .strong, columns: columns, rows: content.textProperties.numberOfLines),
            text(detail, .quiet, columns: columns, rows: content.secondaryTextProperties.numberOfLines),
        ].compactMap { $0 }
    }

    // MARK: Controls

    private func press(_ part: ScreenItem.Part, _ label: String, _ style: Style = Style(.accent)) -> ScreenBlock {
        let item = ScreenItem(part: part)
        let width = TextWidth.columns(of: label)
        var grid = Grid(Size(columns: width, rows: 1))
        let isFocused = item.identity == focus
        var style = isFocused ? .focus : style
        if surface != .none, !isFocused { style.surface = surface }
        grid.put(label, column: 0, row: 0, style)
        return ScreenBlock(grid: grid, items: [(item, Rectangle(column: 0, row: 0, columns: width, rows: 1))])
    }

    private func block(of button: UIButton, columns: Int) -> ScreenBlock? {
        let name = button.currentTitle ?? button.accessibilityLabel ?? button.currentImage?.name ?? ""
        let label = TextLayout.truncate("[ \(CleanText.line(name)) ]", to: columns)
        guard button.isEnabled else { return text(label, .quiet, columns: columns) }
        let isFilled = button.configuration?.isFilled == true
        return press(.control(button), label, isFilled ? Style(.accent).bold : Style(.accent))
    }

    private func block(of field: UITextField, columns: Int) -> ScreenBlock {
        let item = ScreenItem(part: .field(field))
        let isFocused = item.identity == focus
        let name = field.placeholder.map { CleanText.line($0) + ": " } ?? ""
        let lead = TextLayout.truncate(name, to: columns / 2)
        let start = TextWidth.columns(of: lead)
        let room = max(1, columns - start - 1)
        var editor = editors.editor(of: field, text: field.text ?? "", isOneLine: true)
        if field.isSecureTextEntry { editor = LineEditor(String(repeating: "•", count: editor.count), isOneLine: true) }
        let row = editor.row(columns: room)
        var grid = Grid(Size(columns: columns, rows: 1))
        grid.put(lead, column: 0, row: 0, .quiet)
        grid.put(TextLayout.pad(row.text, to: room), column: start, row: 0, isFocused ? Style.plain.underlined : .plain)
        if isFocused { grid.cursor = Position(column: start + row.cursor, row: 0) }
        return ScreenBlock(
            grid: grid, items: [(item, Rectangle(column: 0, row: 0, columns: columns, rows: 1))])
    }

    private func block(of view: UITextView, columns: Int) -> ScreenBlock {
        let item = ScreenItem(part: .text(view))
        let isFocused = item.identity == focus
        let layout = editors.editor(of: view, text: view.text, isOneLine: false).layout(columns: max(1, columns - 2))
        let rows = max(1, layout.rows.count)
        var grid = Grid(Size(columns: columns, rows: rows))
        for row in 0..<rows { grid.put("▏", column: 0, row: row, isFocused ? Style(.accent).bold : .quiet) }
        for (row, line) in layout.rows.enumerated() { grid.put("\(line)", column: 1, row: row) }
        if view.isFirstResponder {
            grid.cursor = Position(column: layout.cursor.column + 1, row: layout.cursor.row)
        }
        guard view.isEditable else { return ScreenBlock(grid: grid) }
        return ScreenBlock(
            grid: grid, items: [(item, Rectangle(column: 0, row: 0, columns: columns, rows: rows))])
    }

    // MARK: The system's views

    /// Returns the people who shared an item, as the system draws them: the app never learns who they are.
    private func block(of view: SWAttributionView, columns: Int) -> ScreenBlock? {
        guard let content = view.token.flatMap(attribution) else { return nil }
        let item = ScreenItem(part: .attribution(view))
        let isFocused = item.identity == focus
        let grid = AttributionPainter.render(
            content, look: view.look, columns: columns, surface: isFocused ? .selection : surface)
        guard grid.size.rows > 0 else { return nil }
        let place = Rectangle(column: 0, row: 0, columns: grid.size.columns, rows: grid.size.rows)
        return ScreenBlock(grid: grid, items: [(item, place)])
    }

    private func block(of view: SWCollaborationView) -> ScreenBlock {
        let count = view.activeParticipantCount
        return press(.collaboration(view), count > 0 ? "[ People · \(count) active ]" : "[ People ]")
    }

    // MARK: Bars

    /// Returns the buttons of a bar, in a row.
    func block(of items: [UIBarButtonItem], columns: Int) -> ScreenBlock? {
        var row = ScreenBlock(grid: Grid(Size(columns: columns, rows: 1)))
        var column = 0
        for item in items where !item.isHidden {
            let block: ScreenBlock
            if let view = item.customView {
                guard let first = blocks(of: view, columns: columns).first else { continue }
                block = first
            } else if let label = item.label, item.primaryAction != nil || item.menu != nil {
                let title = "[\(CleanText.line(label))]"
                guard item.isEnabled else { continue }
                block = press(.bar(item), title, item.style == .done ? Style(.accent).bold : Style(.accent))
            } else {
                continue
            }
            row.place(block, column: column, row: 0)
            column += block.grid.usedColumns + 1
        }
        return row.items.isEmpty ? nil : row
    }

    /// Returns the button that leads back.
    func block(back navigation: UINavigationController, to title: String) -> ScreenBlock {
        press(.back(navigation), "‹ " + TextLayout.truncate(CleanText.line(title), to: 16))
    }

    // MARK: Tables

    private func blocks(of table: UITableView, columns: Int) -> [ScreenBlock] {
        var read = table.tableHeaderView.map { blocks(of: $0, columns: columns) } ?? []
        for section in 0..<table.numberOfSections {
            if let title = table.headerTitle(ofSection: section) {
                if !read.isEmpty { read.append(ScreenBlock(grid: Grid(Size(columns: columns, rows: 1)))) }
                read += [text(title, Style(.accent).bold, columns: columns)].compactMap { $0 }
            }
            for row in 0..<table.numberOfRows(inSection: section) {
                read += [block(of: table, IndexPath(row: row, section: section), columns: columns)].compactMap { $0 }
            }
            if let title = table.footerTitle(ofSection: section) {
                read += [text(title, .quiet, columns: columns)].compactMap { $0 }
            }
        }
        if let footer = table.tableFooterView { read += blocks(of: footer, columns: columns) }
        if read.isEmpty, let background = table.backgroundView { read = blocks(of: background, columns: columns) }
        return read
    }

    private func block(of table: UITableView, _ indexPath: IndexPath, columns: Int) -> ScreenBlock? {
        guard let cell = table.cellForRow(at: indexPath) else { return nil }
        let item = ScreenItem(part: .row(table, indexPath))
        let isFocused = item.identity == focus
        var reader = self
        reader.surface = isFocused ? .selection : .none
        var content = ScreenBlock.stack(reader.blocks(of: cell.contentView, columns: columns - 5), columns: columns - 5)
        if content.grid.size.rows == 0 { content.grid = Grid(Size(columns: columns - 5, rows: 1)) }
        let rows = content.grid.size.rows
        var block = ScreenBlock(
            grid: Grid(Size(columns: columns, rows: rows)),
            items: [(item, Rectangle(column: 0, row: 0, columns: columns, rows: rows))])
        if isFocused {
            block.grid.fill(
                Rectangle(column: 0, row: 0, columns: columns, rows: rows), " ", Style(on: .selection))
        }
        block.place(content, column: 2, row: 0)
        if isFocused {
            for row in 0..<rows { block.grid.put("▌", column: 0, row: row, Style(.accent, on: .selection)) }
        }
        let mark: String
        switch cell.accessoryType {
        case .none: mark = ""
        case .disclosureIndicator: mark = "›"
        case .detailDisclosureButton, .detailButton: mark = "ⓘ"
        case .checkmark: mark = "✓"
        }
        block.grid.put(mark, column: columns - 2, row: 0, Style(.quiet, on: reader.surface))
        if let accessory = cell.accessoryView, let first = reader.blocks(of: accessory, columns: columns).first {
            block.place(first, column: max(0, columns - first.grid.usedColumns - 1), row: 0)
        }
        return block
    }
}

extension Grid {
    /// The columns up to the last one that is not blank.
    var usedColumns: Int { (0..<size.rows).map(blankTail).max() ?? 0 }
}

extension SWAttributionView {
    /// The look that the app has chosen.
    fileprivate var look: AttributionLook {
        var look = AttributionLook()
        look.alignment = .init(rawValue: horizontalAlignment.rawValue) ?? .default
        look.background = .init(rawValue: backgroundStyle.rawValue) ?? .default
        return look
    }
}
