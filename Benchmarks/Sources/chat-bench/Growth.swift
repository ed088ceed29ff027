/// How costs grow with the size of something: a row for each cost, a column for each size.
struct Growth {
    /// One cost.
    struct Cost: Hashable {
        var title: String
        var unit: String
        var digits = 2
    }

    let title: String
    private let of: String
    private let sizes: [Int]
    private var costs: [Cost] = []
    private var samples: [Cost: [Int: Sample]] = [:]

    /// - Parameters:
    ///   - title: what grows.
    ///   - of: what there is so much of, as in “1,000 links”.
    init(_ title: String, of: String, sizes: [Int]) {
        self.title = title
        self.of = of
        self.sizes = sizes
    }

    mutating func add(_ value: Double, _ cost: Cost, at size: Int) {
        if samples[cost] == nil { costs.append(cost) }
        samples[cost, default: [:]][size, default: Sample()].add(value)
    }

    /// The medians of each cost, by the sizes that were measured.
    var lines: [(label: String, points: [(size: Int, value: Double)])] {
        costs.map { cost in
            ("\(cost.title), \(cost.unit)", sizes.compactMap { size in samples[cost]?[size].map { (size, $0.median) } })
        }
    }

    /// The medians, and how often the cost of the smallest size that of the largest is; empty if nothing was measured.
    func text(_ format: Format) -> String {
        guard let least = sizes.first, let most = sizes.last, !costs.isEmpty else { return "" }
        guard format != .json else {
            return costs.flatMap { cost in
                sizes.flatMap { size in
                    SampleLine.lines(
                        "\(title): \(cost.title)", unit: cost.unit, subject: "\(size) \(of)", samples[cost]?[size])
                }
            }.joined(separator: "\n")
        }
        let columns = sizes.map { Table.number(Double($0), digits: 0) + (of.isEmpty ? "" : " \(of)") }
        let header = ["", "unit"] + columns + ["times as much"]
        let rows = costs.map { cost in
            let medians = sizes.map { samples[cost]?[$0]?.median ?? 0 }
            let ratio = (samples[cost]?[most]?.median ?? 0) / (samples[cost]?[least]?.median ?? 0)
            return [cost.title, cost.unit] + medians.map { Table.number($0, digits: cost.digits) }
                + [ratio.isFinite ? Table.number(ratio, digits: 2) : ""]
        }
        return Table.text(title, [header] + rows, leading: 2, format)
    }
}
