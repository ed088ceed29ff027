/// One measurement of one contender, in one round.
struct Observation {
    var quantity: Quantity
    var contender: String
    var round: Int
    var value: Double
    /// Where the generator and the server ran at the same time.
    var load: Load?
}

/// All that was measured of servers, and what is read off it.
struct Report {
    let contenders: [any Contender]
    private(set) var observations: [Observation] = []

    init(_ contenders: [any Contender]) { self.contenders = contenders }

    mutating func add(_ quantity: Quantity, _ contender: any Contender, round: Int, _ value: Double, load: Load? = nil)
    {
        observations.append(
            Observation(quantity: quantity, contender: contender.name, round: round, value: value, load: load))
    }

    var quantities: [Quantity] {
        Quantity.allCases.filter { quantity in observations.contains { $0.quantity == quantity } }
    }

    func of(_ quantity: Quantity, _ contender: any Contender) -> [Observation] {
        observations.filter { $0.quantity == quantity && $0.contender == contender.name }
    }

    /// The median of something of the rounds; nil where there was none.
    func median(
        _ quantity: Quantity, _ contender: any Contender, of part: (Observation) -> Double? = { $0.value }
    ) -> Double? {
        var sample = Sample()
        for value in of(quantity, contender).compactMap(part) { sample.add(value) }
        return sample.values.isEmpty ? nil : sample.median
    }

    /// How often what another does it is: the median of the rounds, in each of which both met much the same machine.
    private func ratio(_ quantity: Quantity, _ contender: any Contender, to other: any Contender) -> Double? {
        let others = of(quantity, other)
        var ratios = Sample()
        for own in of(quantity, contender) {
            guard let value = others.first(where: { $0.round == own.round })?.value, value > 0 else { continue }
            ratios.add(own.value / value)
        }
        return ratios.values.isEmpty ? nil : ratios.median
    }

    /// How often what `limit` does it is.
    func shareOfLimit(_ quantity: Quantity, _ contender: any Contender) -> Double? {
        guard quantity.isShareOfLimit, let limit = contenders.first(where: { $0.role == .limit }) else { return nil }
        return ratio(quantity, contender, to: limit)
    }

    /// What the overview says of it: the share of `limit` where there is one, and the median elsewhere.
    private func standing(_ quantity: Quantity, _ contender: any Contender) -> Double? {
        shareOfLimit(quantity, contender) ?? median(quantity, contender)
    }

    /// The peers that are better than that one, the best first.
    func ahead(of contender: any Contender, in quantity: Quantity) -> [String] {
        guard let own = standing(quantity, contender) else { return [] }
        let peers = contenders.filter { $0.role == .peer }
            .compactMap { peer in standing(quantity, peer).map { (name: peer.name, value: $0) } }
            .filter { quantity.isBetter($0.value, than: own) }
        return peers.sorted { quantity.isBetter($0.value, than: $1.value) }.map(\.name)
    }

    /// Who could have done more, had the generator.
    func heldBackByGenerator(_ quantity: Quantity) -> [String] {
        contenders.filter { contender in
            guard let generator = median(quantity, contender, of: { $0.load?.generator }),
                let server = median(quantity, contender, of: { $0.load?.server })
            else { return false }
            return Load(generator: generator, server: server).isGeneratorFull
        }.map(\.name)
    }
}
