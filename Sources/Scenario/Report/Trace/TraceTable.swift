import ChatProtocol

/// Things of which a trace has each once: what shows one names its place.
struct TraceTable {
    /// The JSON texts, in the order in which they were first named.
    private(set) var texts: [[UInt8]] = []
    private var places: [HashedBytes: Int] = [:]
    /// The places that were named since the last scenario.
    private(set) var named: Set<Int> = []

    /// The place of a thing, by its JSON text; a new one comes behind the others.
    mutating func place(of text: [UInt8]) -> Int {
        let place = places[HashedBytes(text)] ?? texts.count
        if place == texts.count {
            places[HashedBytes(text)] = place
            texts.append(text)
        }
        named.insert(place)
        return place
    }

    /// Another scenario begins.
    mutating func endScenario() { named = [] }

    mutating func place(_ value: JSONValue) -> JSONValue { .integer(Int64(place(of: JSONWriter.bytes(of: value)))) }

    /// All of them, as an array under that name.
    func write(_ key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.array { json in
            for text in texts { json.raw(text) }
        }
    }
}
