/// Tells options from paths, and an option from its value.
struct PlayWordReader {
    /// A word of the command line.
    enum Word {
        case option(String)
        case path(String)
    }

    private var words: ArraySlice<String>
    private var attached: String?
    private var onlyPaths = false

    init(_ words: [String]) {
        self.words = words[...]
    }

    /// The next word; nil at the end.
    mutating func next() -> Word? {
        guard let word = words.popFirst() else { return nil }
        if onlyPaths || word == "-" || !word.hasPrefix("-") { return .path(word) }
        if word == "--" {
            onlyPaths = true
            return next()
        }
        guard let equals = word.utf8.firstIndex(of: 0x3D) else {
            attached = nil
            return .option(word)
        }
        attached = String(word[word.utf8.index(after: equals)...])
        return .option(String(word[..<equals]))
    }

    /// The value of the option that was just read.
    mutating func value(_ option: String, named name: String) throws(PlayUsageError) -> String {
        if let attached { return attached }
        guard let next = words.first, !next.hasPrefix("--") else {
            throw PlayUsageError("\(option) needs a value: \(option) \(name)")
        }
        words = words.dropFirst()
        return next
    }

    /// True, for an option that has no value.
    func flag(_ option: String) throws(PlayUsageError) -> Bool {
        guard attached == nil else { throw PlayUsageError("\(option) takes no value") }
        return true
    }
}
