/// Values by key, of which only the newest remain. Beyond its capacity, a value with a new key replaces the oldest one.
struct BoundedTable<Key: Hashable, Value> {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// The keys in order of creation. Elements before `oldest` are forgotten.
    private var order: [Key] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? { values[key] }

    /// Replaces the value of a key. A new key is the newest.
    mutating func set(_ value: Value, for key: Key) {
        guard values.updateValue(value, forKey: key) == nil else { return }
        order.append(key)
        if order.count - oldest > capacity {
            values[order[oldest]] = nil
            oldest += 1
        }
        if oldest > capacity {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}
