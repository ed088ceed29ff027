import ChatProtocol

/// A table of items that a trace contains once each and refers to by index.
struct TraceTable {
    /// The JSON texts, in the order of their first use.
    private(set) var texts: [[UInt8]] = []
    private var places: [HashedBytes: Int] = [:]
    /// The indices that were used since the last scenario.
    private(set) var named: Set<Int> = []

    /// Returns the index of an item by its JSON text. A new item is appended.
    mutating func place(of text: [UInt8]) -> Int {
        let place = places[HashedBytes(text)] ?? texts.count
        if place == texts.count {
            places[HashedBytes(text)] = place
            texts.append(text)
        }
        named.insert(place)
        return place
    }

    /// Clears the set of used indices at the end of a scenario.
    mutating func endScenario() { named = [] }

    mutating func place(_ value: JSONValue) -> JSONValue { .integer(Int64(place(of: JSONWriter.bytes(of: value)))) }

    /// Writes all the items as an array under that name.
    func write(_ key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.array { json in
            for text in texts { json.raw(text) }
        }
    }
}
