import Glibc

/// How costs grow, as one picture: a panel for each thing that there is more and more of, both axes by powers of ten,
/// so that what stays flat is flat and what grows as its cause does rises by the diagonal.
enum GrowthChart {
    private static let (width, height, left, top, legend) = (420, 190, 44, 34, 300)
    private static let colours = [
        "#0a72e8", "#d1495b", "#2e9e5b", "#e8a33a", "#7b5cd6", "#5c6672", "#17a2b8", "#b04fa8",
    ]

    static func svg(_ growths: [Growth]) -> String {
        let panels = growths.enumerated().map { index, growth in
            "<g transform=\"translate(0 \(index * (height + top + 30)))\">\n\(panel(growth))</g>\n"
        }
        let (across, down) = (left + width + legend, growths.count * (height + top + 30))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(across) \(down)" width="\(across)" height="\(down)" \
            role="img" aria-label="How costs grow">
            <style>svg { background: #fff } text { font: 11px system-ui, sans-serif; fill: #1c1c1e }</style>
            \(panels.joined())</svg>

            """
    }

    private static func panel(_ growth: Growth) -> String {
        let lines = growth.lines.map { line in line.points.filter { $0.value > 0 } }
        let all = lines.flatMap(\.self)
        guard let least = all.map(\.value).min(), let most = all.map(\.value).max(),
            let first = all.map(\.size).min(), let last = all.map(\.size).max(), last > first
        else { return "" }
        let (low, high) = (floor(log10(least)), max(ceil(log10(most)), floor(log10(least)) + 1))
        func x(_ size: Int) -> Double {
            Double(left) + Double(width) * log(Double(size) / Double(first)) / log(Double(last) / Double(first))
        }
        func y(_ value: Double) -> Double { Double(top) + Double(height) * (high - log10(value)) / (high - low) }
        var parts = ["<text x=\"\(left)\" y=\"20\" font-weight=\"600\">\(growth.title)</text>"]
        for power in Int(low)...Int(high) {
            let level = y(pow(10, Double(power)))
            parts.append(
                "<line x1=\"\(left)\" x2=\"\(left + width)\" y1=\"\(level)\" y2=\"\(level)\" stroke=\"#ddd\"/>")
            parts.append(
                "<text x=\"\(left - 5)\" y=\"\(level + 4)\" text-anchor=\"end\">\(power < 0 ? "10^\(power)" : Table.number(pow(10, Double(power)), digits: 0))</text>"
            )
        }
        for size in Set(all.map(\.size)).sorted() {
            parts.append(
                "<text x=\"\(x(size))\" y=\"\(top + height + 16)\" text-anchor=\"middle\">\(Table.number(Double(size), digits: 0))</text>"
            )
        }
        for (index, line) in lines.enumerated() {
            let colour = colours[index % colours.count]
            let points = line.map { "\(x($0.size)),\(y($0.value))" }.joined(separator: " ")
            parts.append("<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>")
            let label = growth.lines[index].label
            parts.append(
                "<text x=\"\(left + width + 12)\" y=\"\(top + 8 + index * 16)\" style=\"fill:\(colour)\">\(label)</text>"
            )
        }
        return parts.joined(separator: "\n") + "\n"
    }
}
