import ChatProtocol

/// Things of which a trace has each once: what shows one names its place.
struct TraceTable {
    /// The JSON texts, in the order in which they were first named.
    private(set) var texts: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    /// The place of a thing, by its JSON text; a new one comes behind the others.
    mutating func place(of text: [UInt8]) -> Int {
        if let place = places[text] { return place }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    mutating func place(_ value: JSONValue) -> JSONValue { .integer(Int64(place(of: JSONWriter.bytes(of: value)))) }

    /// All of them, as an array under that name.
    func write(_ key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.array { json in
            for text in texts { json.raw(text) }
        }
    }
}
