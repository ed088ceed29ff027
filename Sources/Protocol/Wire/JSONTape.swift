/// A parsed JSON text: its bytes and a node for each value and key, in order.
///
/// Values are created from the bytes on access, so that unread members cost only their bytes.
///
/// `{"a":[1,2],"b":"c"}` has seven nodes. The step from `a` to `b` has the same cost for any length of the array:
///
///     0 object, next 7 · 1 string a · 2 array, next 5 · 3 integer 1 · 4 integer 2 · 5 string b · 6 string c
final class JSONTape: Sendable {
    /// The kind of a node.
    enum Kind: UInt8 {
        case null, no, yes, integer, number, string, escaped, array, object
    }

    /// A value, or the key of a member. The node of a member's value follows the node of its key.
    struct Node {
        var kind: Kind
        /// The offsets of its first byte and of the byte after its last; without the quotes of a string.
        var start: UInt32
        var end: UInt32
        /// The index of the node after this one and its descendants.
        var next: UInt32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    private let bytes: [UInt8]
    private let nodes: [Node]

    init(bytes: [UInt8], nodes: [Node]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    func value(at index: Int) -> JSONValue {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .string, .escaped: return .string(string(index))
        case .integer:
            return .integer(bytes.withUnsafeBufferPointer { Int64(decimal: $0[node.range]) } ?? 0)
        case .number: return .number(Double(String(decoding: bytes[node.range], as: UTF8.self)) ?? 0)
        case .array:
            var elements: [JSONValue] = []
            var next = index + 1
            while next < node.next {
                elements.append(value(at: next))
                next = Int(nodes[next].next)
            }
            return .array(elements)
        case .object: return .object(JSONObject(self, at: index))
        }
    }

    func string(_ index: Int) -> String {
        let node = nodes[index]
        return bytes.withUnsafeBufferPointer { bytes in
            node.kind == .escaped
                ? JSONReader.unescaped(bytes, from: Int(node.start))
                : String(unsafeUninitializedCapacity: node.range.count) { text in
                    _ = text.initialize(fromContentsOf: bytes[node.range])
                    return node.range.count
                }
        }
    }

    /// Returns the node of the first key of an object, or the end of the object if it is empty.
    func firstKey(of object: Int) -> Int { object + 1 }

    /// Returns the node of the key of the next member, or the end of the object.
    func key(after key: Int) -> Int { Int(nodes[key + 1].next) }

    /// Returns the end of an object: the index of the node after its last descendant.
    func end(of object: Int) -> Int { Int(nodes[object].next) }

    /// Returns the first member with that name after `last`, or else the first one before it. Compares byte for byte.
    func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int, after last: JSONObject.Place?) -> JSONObject.Place? {
        nodes.withUnsafeBufferPointer { nodes in
            bytes.withUnsafeBufferPointer { bytes in
                func find(from start: JSONObject.Place, before end: Int) -> JSONObject.Place? {
                    var (index, key) = (start.index, start.node)
                    while key < end {
                        if isKey(nodes[key], name, in: bytes) { return .init(index: index, node: key) }
                        (index, key) = (index + 1, Int(nodes[key + 1].next))
                    }
                    return nil
                }
                let first = JSONObject.Place(index: 0, node: object + 1)
                let end = Int(nodes[object].next)
                guard let last else { return find(from: first, before: end) }
                let start = JSONObject.Place(index: last.index + 1, node: Int(nodes[last.node + 1].next))
                return find(from: start, before: end) ?? find(from: first, before: start.node)
            }
        }
    }

    @inline(__always) private func isKey(
        _ node: Node, _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let start = Int(node.start)
        guard node.kind != .escaped else { return JSONReader.unescaped(bytes, from: start).utf8.elementsEqual(name) }
        guard Int(node.end) - start == name.count else { return false }
        for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
        return true
    }

    /// Returns true if a string of the text has more than `max` combining marks in a row.
    func hasMarks(inARow max: Int) -> Bool {
        nodes.indices.contains { index in
            let node = nodes[index]
            // A mark has at least two bytes.
            guard node.kind == .string || node.kind == .escaped, node.range.count > 2 * max else { return false }
            return Self.hasMarks(inARow: max, in: string(index))
        }
    }

    /// Returns true if the value is null.
    func isNull(_ index: Int) -> Bool { nodes[index].kind == .null }

    /// Returns true if a text has more than `max` combining marks in a row: scalars that normalization sorts.
    private static func hasMarks(inARow max: Int, in text: String) -> Bool {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        var count = 0
        for scalar in text.unicodeScalars {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            count = isMark ? count + 1 : 0
            if count > max { return true }
        }
        return false
    }
}

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
