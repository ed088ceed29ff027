import ChatCore
import ChatProtocol

/// The threads of a log in memory, and which of them is whose.
struct MemoryThreads {
    /// What stands in one, in order: where each entry stands, and the record that has it now.
    struct Thread {
        let conversation: String
        var places: [Int64] = []
        var records: [Int64] = []
        var lastMessagePlace: Int64 = 0
        var lastSequence: Int64 = 0

        /// The index of the entry at a place of it.
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
    /// By the positions that the ids of conversations say, and of those that say none by these.
    private var numbers = PositionTable()
    private var otherNumbers: [BytewiseString: Int] = [:]

    subscript(number: Int) -> Thread {
        _read { yield threads[number] }
        _modify { yield &threads[number] }
    }

    /// All of them, in the order of their conversations' ids.
    var inOrder: [Thread] {
        threads.sorted { BytewiseString($0.conversation) < BytewiseString($1.conversation) }
    }

    /// The number of a conversation's thread; nil where nothing stands in it.
    func number(of conversation: String) -> Int? {
        // Other ids may say the same position.
        if let position = conversation.positionInID, let number = numbers[position],
            BytewiseString(threads[number].conversation) == BytewiseString(conversation)
        {
            return number
        }
        return otherNumbers.isEmpty ? nil : otherNumbers[BytewiseString(conversation)]
    }

    /// Begins the thread of a conversation.
    ///
    /// - Returns: its number.
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
    /// The index of the first element greater than a value, in a sorted array; `count` if there is none.
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
