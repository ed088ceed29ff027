import ChatCore
import ChatProtocol

/// The threads of a log in memory, numbered by conversation.
struct MemoryThreads {
    /// The entries of one thread in order: the place of each entry, and the position of its current record.
    struct Thread {
        let conversation: String
        var places: [Int64] = []
        var records: [Int64] = []
        var lastMessagePlace: Int64 = 0
        var lastSequence: Int64 = 0

        /// Returns the index of the entry at a place of the thread.
        func index(of place: Int64) -> Int { places.firstIndex(after: place - 1) }

        mutating func add(_ position: Int64, _ key: EntryKey) {
            places.append(position)
            records.append(position)
            if key.kind == .message {
                lastMessagePlace = position
                lastSequence = key.sequence
            }
        }
    }

    private var threads: [Thread] = []
    /// The numbers of threads, keyed by the position in the conversation's id. Ids without one are in `otherNumbers`.
    private var numbers = PositionTable()
    private var otherNumbers: [BytewiseString: Int] = [:]

    subscript(number: Int) -> Thread {
        _read { yield threads[number] }
        _modify { yield &threads[number] }
    }

    /// All threads, ordered by the ids of their conversations.
    var inOrder: [Thread] {
        threads.sorted { BytewiseString($0.conversation) < BytewiseString($1.conversation) }
    }

    /// Returns the number of a conversation's thread; nil if the thread is empty.
    func number(of conversation: String) -> Int? {
        // Several ids can contain the same position.
        if let position = conversation.positionInID, let number = numbers[position],
            BytewiseString(threads[number].conversation) == BytewiseString(conversation)
        {
            return number
        }
        return otherNumbers.isEmpty ? nil : otherNumbers[BytewiseString(conversation)]
    }

    /// Begins the thread of a conversation.
    ///
    /// - Returns: The number of the thread.
    mutating func begin(_ conversation: String) -> Int {
        if let position = conversation.positionInID, position > 0, numbers[position] == nil {
            numbers.insert(threads.count, at: position)
        } else {
            otherNumbers[BytewiseString(conversation)] = threads.count
        }
        threads.append(Thread(conversation: conversation))
        return threads.count - 1
    }
}

extension [Int64] {
    /// Returns the index of the first element greater than a value in a sorted array; `count` if there is none.
    func firstIndex(after value: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A string that is compared and ordered by its UTF-8 bytes, as SQLite compares text.
///
/// Swift's own strings are equal if they are canonically equivalent ("é" composed and decomposed). A dictionary with
/// such keys would merge ids that the database distinguishes.
struct BytewiseString: Hashable, Comparable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: BytewiseString, right: BytewiseString) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        let isSame = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return (isSame ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: BytewiseString, right: BytewiseString) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }
}
