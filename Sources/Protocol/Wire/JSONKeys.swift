/// The keys of an object during parsing. It finds a duplicate key, compared byte for byte.
struct JSONKeys {
    /// The number of members up to which a key is compared with the previous keys. Larger objects use a hash table, so
    /// that a hostile object does not cost the square of its members.
    private static let searchedMembersMax = 40

    private let object: Int
    private var count = 0
    /// A filter over the first byte and the length of the previous keys, one bit each. Only a key whose bit is set
    /// needs comparisons.
    private var glances: UInt64 = 0
    /// A hash table with linear probing. An entry is the hash of a key and its node; 0 marks a free entry, because no
    /// key is node 0.
    private var table: [UInt64] = []

    /// Creates an empty set for the keys of one object.
    ///
    /// - Parameter object: the node of the object.
    init(of object: Int) { self.object = object }

    /// Inserts a key.
    ///
    /// - Returns: true if no previous key has the same name.
    @inline(__always) mutating func insert(_ key: Int, in reader: JSONReader) -> Bool {
        defer { count += 1 }
        guard count < Self.searchedMembersMax else { return insertHashed(key, in: reader) }
        let node = reader.nodes[key]
        // An escape can encode any letter, so the first byte of an escaped key has no meaning here.
        let first = node.end > node.start && node.kind == .string ? Int(reader.bytes[Int(node.start)]) : 0
        let isEscaped = node.kind == .escaped
        let glance: UInt64 = isEscaped ? .max : 1 << UInt64((7 * first + Int(node.end - node.start)) % 64)
        defer { glances |= glance }
        guard glances & glance != 0 else { return true }
        return !others(than: key, in: reader).contains { reader.areSame($0, key) }
    }

    /// Returns the previous keys of the object.
    private func others(than key: Int, in reader: JSONReader) -> some Sequence<Int> {
        sequence(first: object + 1) { Int(reader.nodes[$0 + 1].next) }.prefix { $0 < key }
    }

    private mutating func insertHashed(_ key: Int, in reader: JSONReader) -> Bool {
        if table.isEmpty {
            table = Array(repeating: 0, count: 8 * Self.searchedMembersMax)
            for other in others(than: key, in: reader) { _ = insert(reader.hashed(other), in: reader) }
        } else if 2 * (count + 1) > table.count {
            let entries = table
            table = Array(repeating: 0, count: 4 * entries.count)
            for entry in entries where entry != 0 { _ = insert(entry, in: reader) }
        }
        return insert(reader.hashed(key), in: reader)
    }

    private mutating func insert(_ entry: UInt64, in reader: JSONReader) -> Bool {
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
    /// Returns true if two keys have the same name.
    fileprivate func areSame(_ left: Int, _ right: Int) -> Bool {
        withName(of: left) { left in withName(of: right) { left.elementsEqual($0) } }
    }

    /// Returns the hash of a key in the high 32 bits and its node in the low 32 bits.
    ///
    /// `Hasher` has another seed in each process, so a client cannot choose keys that collide.
    fileprivate func hashed(_ key: Int) -> UInt64 {
        var hasher = Hasher()
        withName(of: key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt64(UInt(bitPattern: hasher.finalize())) << 32 | UInt64(key)
    }

    /// Passes the bytes of a key, without its escapes, to `body`.
    private func withName<Result>(of key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let node = nodes[key]
        guard node.kind == .escaped else { return body(UnsafeBufferPointer(rebasing: bytes[node.range])) }
        return Array(Self.unescaped(bytes, from: Int(node.start)).utf8).withUnsafeBufferPointer(body)
    }
}
