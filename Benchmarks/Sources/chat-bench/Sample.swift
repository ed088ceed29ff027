/// The rounds of one measurement of one contender: what stands in the table.
struct Sample {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    mutating func reserve(_ count: Int) { values.reserveCapacity(count) }

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The value that so large a share of them do not exceed.
    func percentile(_ share: Double) -> Double {
        let sorted = values.sorted()
        let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted.isEmpty ? 0 : sorted[min(max(0, place), sorted.count - 1)]
    }

    var least: Double { values.min() ?? 0 }
    var most: Double { values.max() ?? 0 }
}
