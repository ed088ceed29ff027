/// The keys of an object while it is read: whether one came before, byte for byte.
struct JSONKeys {
    /// Up to how many members a key is looked for among those before it; in a larger object keys are hashed, so that
    /// one of hostile size does not cost the square of its members.
    private static let searchedMembersMax = 40

    private let object: Int
    private var count = 0
    /// A bit for what keys look like at a glance: few that were seen share it, so that few are compared.
    private var glances: UInt64 = 0
    /// The nodes of the keys behind their hashes, each where its hash belongs or in the next free place; 0 is free, for
    /// no key is the first node.
    private var table: [UInt64] = []

    /// - Parameter object: its node.
    init(of object: Int) { self.object = object }

    /// Notes that a key has come.
    ///
    /// - Returns: whether it is the first of its name.
    @inline(__always) mutating func insert(_ key: Int, in reader: JSONReader) -> Bool {
        defer { count += 1 }
        guard count < Self.searchedMembersMax else { return insertHashed(key, in: reader) }
        let node = reader.nodes[key]
        // Escapes may stand for any letter.
        let first = node.end > node.start && node.kind == .string ? Int(reader.bytes[Int(node.start)]) : 0
        let isEscaped = node.kind == .escaped
        let glance: UInt64 = isEscaped ? .max : 1 << UInt64((7 * first + Int(node.end - node.start)) % 64)
        defer { glances |= glance }
        guard glances & glance != 0 else { return true }
        return !others(than: key, in: reader).contains { reader.areSame($0, key) }
    }

    /// The keys of the object before that one.
    private func others(than key: Int, in reader: JSONReader) -> some Sequence<Int> {
        sequence(first: object + 1) { Int(reader.nodes[$0 + 1].next) }.prefix { $0 < key }
    }

    private mutating func insertHashed(_ key: Int, in reader: JSONReader) -> Bool {
        if table.isEmpty {
            table = Array(repeating: 0, count: 8 * Self.searchedMembersMax)
            for other in others(than: key, in: reader) { _ = put(reader.hashed(other), in: reader) }
        } else if 2 * (count + 1) > table.count {
            let entries = table
            table = Array(repeating: 0, count: 4 * entries.count)
            for entry in entries where entry != 0 { _ = put(entry, in: reader) }
        }
        return put(reader.hashed(key), in: reader)
    }

    private mutating func put(_ entry: UInt64, in reader: JSONReader) -> Bool {
        var place = Int(entry >> 32) % table.count
        while table[place] != 0 {
            let other = table[place]
            if other >> 32 == entry >> 32, reader.areSame(Self.key(of: other), Self.key(of: entry)) { return false }
            place = place + 1 == table.count ? 0 : place + 1
        }
        table[place] = entry
        return true
    }

    private static func key(of entry: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: entry)) }
}

extension JSONReader {
    /// Whether two keys are one name.
    fileprivate func areSame(_ left: Int, _ right: Int) -> Bool {
        withName(of: left) { left in withName(of: right) { left.elementsEqual($0) } }
    }

    /// The node of a key behind its hash, which is another in each process: nobody can choose keys that all belong in
    /// one place.
    fileprivate func hashed(_ key: Int) -> UInt64 {
        var hasher = Hasher()
        withName(of: key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt64(UInt(bitPattern: hasher.finalize())) << 32 | UInt64(key)
    }

    /// The bytes of a key without its escapes.
    private func withName<Result>(of key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let node = nodes[key]
        guard node.kind == .escaped else { return body(UnsafeBufferPointer(rebasing: bytes[node.range])) }
        return Array(Self.unescaped(bytes, from: Int(node.start)).utf8).withUnsafeBufferPointer(body)
    }
}
