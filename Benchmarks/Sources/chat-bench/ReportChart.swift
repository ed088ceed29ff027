/// The report as one picture: bars of the medians, a panel for each quantity.
extension Report {
    private static let columnWidth = 500
    private static let rowHeight = 19
    private static let labelWidth = 160
    private static let barWidth = 210

    var chart: String {
        let panelHeight = contenders.count * Self.rowHeight + 46
        let rows = (quantities.count + 1) / 2
        let (width, height) = (Self.columnWidth * 2, panelHeight * rows)
        let panels = quantities.enumerated().map { index, quantity in
            let (x, y) = (index % 2 * Self.columnWidth, index / 2 * panelHeight)
            return "<g transform=\"translate(\(x) \(y))\">\n\(panel(of: quantity))</g>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" aria-label="Medians of script/bench">
            <style>
            svg { background: #fff }
            text { font: 12px system-ui, sans-serif; fill: #1c1c1e }
            .title { font-weight: 600 }
            .unit { fill: #6b6b70; font-weight: 400 }
            .ours { fill: #0a72e8 }
            .peer { fill: #a9b4c0 }
            .limit { fill: #d9d9de }
            @media (prefers-color-scheme: dark) {
              svg { background: #16161a }
              text { fill: #f0f0f3 }
              .unit { fill: #9a9aa2 }
              .ours { fill: #3d9bff }
              .peer { fill: #5c6672 }
              .limit { fill: #3b3b41 }
            }
            </style>
            \(panels.joined())</svg>

            """
    }

    private func panel(of quantity: Quantity) -> String {
        let most = contenders.compactMap { median(quantity, $0) }.max() ?? 1
        let better = quantity.moreIsBetter ? "more is better" : "less is better"
        var lines = [
            "<text class=\"title\" x=\"12\" y=\"22\">\(quantity.title)"
                + "<tspan class=\"unit\" dx=\"8\">\(quantity.unit), \(better)</tspan></text>"
        ]
        var y = 44
        for contender in contenders {
            guard let value = median(quantity, contender) else { continue }
            let width = max(1, Int(value / most * Double(Self.barWidth)))
            let share = shareOfLimit(quantity, contender).map { " · \(Table.number($0, digits: $0 < 0.1 ? 3 : 2)) x" }
            let number = Table.number(value, digits: quantity.digits) + (share ?? "")
            lines.append("<text x=\"\(Self.labelWidth - 8)\" y=\"\(y)\" text-anchor=\"end\">\(contender.name)</text>")
            lines.append(
                "<rect class=\"\(contender.role)\" x=\"\(Self.labelWidth)\" y=\"\(y - 11)\" width=\"\(width)\" "
                    + "height=\"14\" rx=\"2\"/>")
            lines.append("<text class=\"unit\" x=\"\(Self.labelWidth + width + 6)\" y=\"\(y)\">\(number)</text>")
            y += Self.rowHeight
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
