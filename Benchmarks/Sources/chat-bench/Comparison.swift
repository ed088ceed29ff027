/// What something costs in several programs: a row for each cost, a column for each of them.
struct Comparison {
    private let title: String
    private var programs: [String] = []
    private var costs: [Growth.Cost] = []
    private var samples: [Growth.Cost: [String: Sample]] = [:]

    init(_ title: String) { self.title = title }

    mutating func add(_ value: Double, _ cost: Growth.Cost, of program: String) {
        if !programs.contains(program) { programs.append(program) }
        if samples[cost] == nil { costs.append(cost) }
        samples[cost, default: [:]][program, default: Sample()].add(value)
    }

    /// The medians, and how often what it costs the last program is what it costs the first.
    func text(_ format: Format) -> String {
        guard let first = programs.first, let last = programs.last else { return "" }
        guard format != .json else {
            return costs.flatMap { cost in
                programs.flatMap { program in
                    SampleLine.lines(cost.title, unit: cost.unit, subject: program, samples[cost]?[program])
                }
            }.joined(separator: "\n")
        }
        let header = ["", "unit"] + programs + (programs.count > 1 ? ["times as good as \(last)"] : [])
        let rows = costs.map { cost in
            let medians = programs.map { samples[cost]?[$0]?.median }
            let ratio = (samples[cost]?[last]?.median ?? 0) / (samples[cost]?[first]?.median ?? 0)
            let isKnown = ratio.isFinite && samples[cost]?[last] != nil
            return [cost.title, cost.unit]
                + medians.map { $0.map { Table.number($0, digits: cost.digits) } ?? "" }
                + (programs.count > 1 ? [isKnown ? Table.number(ratio, digits: 2) : ""] : [])
        }
        return Table.text(title, [header] + rows, leading: 2, format)
    }
}
