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
