/// The report as text, as Markdown, and a line of JSON for each sample.
extension Report {
    func text(_ format: Format) -> String {
        guard !observations.isEmpty else { return "" }
        guard format != .json else {
            return observations.map {
                SampleLine.text(
                    $0.quantity.rawValue, unit: $0.quantity.unit, subject: $0.contender, round: $0.round,
                    value: $0.value, load: $0.load)
            }.joined(separator: "\n")
        }
        let tables = quantities.map { table(of: $0, format) }
        return ([overview(format), sentences] + tables + [promises]).joined(separator: "\n")
    }

    /// Everybody's row: shares of `limit`, and memory and start as they are.
    private func overview(_ format: Format) -> String {
        let header = [""] + quantities.map(\.short)
        let rows = contenders.map { contender in
            [contender.name]
                + quantities.map { quantity in
                    if quantity.isShareOfLimit {
                        return shareOfLimit(quantity, contender).map {
                            Table.number($0, digits: $0 < 0.1 ? 3 : 2) + " x"
                        } ?? ""
                    }
                    return median(quantity, contender).map { Table.number($0, digits: quantity.digits) } ?? ""
                }
        }
        return Table.text("Side by side (x: of limit's)", [header] + rows, leading: 1, format)
    }

    /// Who is ahead of us, in what, and where the generator kept somebody from more.
    private var sentences: String {
        var lines: [String] = []
        for quantity in quantities {
            let ours = contenders.filter { $0.role == .ours && !ahead(of: $0, in: quantity).isEmpty }
            let parts = ours.map { "Ahead of \($0.name): \(ahead(of: $0, in: quantity).joined(separator: "; "))" }
            if !parts.isEmpty { lines.append("- \(quantity.title). \(parts.joined(separator: ". ")).") }
        }
        for quantity in quantities {
            let heldBack = heldBackByGenerator(quantity)
            guard !heldBack.isEmpty else { continue }
            lines.append(
                "- \(quantity.title). The generator was the bottleneck for \(heldBack.joined(separator: "; ")).")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(of quantity: Quantity, _ format: Format) -> String {
        let hasLoad = observations.contains { $0.quantity == quantity && $0.load != nil }
        let rows = contenders.filter { median(quantity, $0) != nil }.map { contender in
            var sample = Sample()
            for observation in of(quantity, contender) { sample.add(observation.value) }
            var row = [contender.name]
            row += [sample.median, sample.least, sample.most].map { Table.number($0, digits: quantity.digits) }
            if quantity.isShareOfLimit {
                row.append(shareOfLimit(quantity, contender).map { Table.number($0, digits: $0 < 0.1 ? 3 : 2) } ?? "")
            }
            if quantity.isThroughput {
                let cost = median(quantity, contender) { observation in
                    observation.load.map { $0.server / observation.value * 1e6 }
                }
                row.append(cost.map { Table.number($0, digits: 2) } ?? "")
            }
            if hasLoad {
                for part in [\Load.server, \Load.generator] {
                    let share = median(quantity, contender) { $0.load?[keyPath: part] } ?? 0
                    row.append(Table.number(share * 100, digits: 0) + " %")
                }
            }
            return row
        }
        let header =
            [quantity.unit, "median", "min", "max"] + (quantity.isShareOfLimit ? ["of limit"] : [])
            + (quantity.isThroughput ? ["server, µs each"] : []) + (hasLoad ? ["server's CPU", "generator's"] : [])
        return Table.text(quantity.title, [header] + rows, leading: 1, format)
    }

    private var promises: String {
        contenders.map { "- \($0.name): \($0.promise).\n" }.joined()
    }
}
