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
