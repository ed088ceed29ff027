import ChatProtocol

/// A configuration file: JSON, in which comments may stand as in Swift.
enum ConfigurationFile {
    /// Why a file is refused: one line that names the key or the place.
    struct Problem: Error, Equatable {
        let message: String

        init(_ message: String) { self.message = message }
    }

    /// A megabyte: no configuration has as much.
    static let bytesMax = 1024 * 1024

    /// Reads what a file says over what nobody said.
    static func settings(_ bytes: [UInt8]) throws(Problem) -> ServerSettings {
        let plain = try withoutComments(bytes)
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(plain)
        } catch {
            throw Problem("\(place(error.offset, in: bytes)): \(error.problem)")
        }
        if let key = text.duplicateKey { throw Problem("the key “\(key)” comes twice in one object") }
        guard case .object(let object) = text.value else {
            throw Problem("a configuration is an object, and this is \(text.value.kind)")
        }
        var settings = ServerSettings()
        for member in object.members {
            guard let key = ServerSettings.Key(rawValue: member.key) else {
                throw unknown(member.key, among: ServerSettings.Key.allCases.map(\.rawValue), in: "")
            }
            try set(key, member.value, &settings)
        }
        return settings
    }

    private static func set(
        _ key: ServerSettings.Key, _ value: JSONValue, _ settings: inout ServerSettings
    ) throws(Problem) {
        func storage(_ storage: ServerSettings.Storage) throws(Problem) {
            guard settings.storage == .standardFile else { throw Problem("give one of data and ephemeral") }
            settings.storage = storage
        }
        switch key {
        case .host:
            settings.host = try string(key, value)
            guard settings.isLoopback != nil else { throw wrong(key.rawValue, value, key.range) }
        case .port: settings.port = UInt16(try integer(key.rawValue, value, 0...65_535))
        case .data: try storage(.file(try string(key, value)))
        case .ephemeral: if try bool(key, value) { try storage(.ephemeral) }
        case .clock: settings.clock = try word(key, value)
        case .logFormat: settings.logFormat = try word(key, value)
        case .tokens: settings.tokens = try string(key, value)
        case .rateLimit: settings.limitsRate = try bool(key, value)
        case .hosts: settings.hosts = try strings(key, value, HTTPRoute.Names.isHostName)
        case .origins: settings.origins = try strings(key, value, HTTPRoute.Names.isOrigin)
        case .limits:
            try numbers(key, value, Limits.Name.self) { name, path, value throws(Problem) in
                settings.limits[name] = try integer(path, value, name.range)
            }
        case .consent:
            try numbers(key, value, ConsentPolicy.Name.self) { name, path, value throws(Problem) in
                settings.consent[name] = try integer(path, value, name.range)
            }
        case .action:
            try numbers(key, value, ActionPolicy.Name.self) { name, path, value throws(Problem) in
                settings.action[name] = try integer(path, value, name.range)
            }
        }
    }

    /// Reads an object whose members are numbers, each by its name.
    private static func numbers<Name: RawRepresentable & CaseIterable>(
        _ key: ServerSettings.Key, _ value: JSONValue, _ names: Name.Type,
        _ take: (_ name: Name, _ path: String, _ value: JSONValue) throws(Problem) -> Void
    ) throws(Problem) where Name.RawValue == String {
        guard case .object(let object) = value else { throw wrong(key.rawValue, value, key.range) }
        for member in object.members {
            guard let name = Name(rawValue: member.key) else {
                throw unknown(member.key, among: names.allCases.map(\.rawValue), in: "\(key.rawValue).")
            }
            try take(name, "\(key.rawValue).\(member.key)", member.value)
        }
    }

    // MARK: Values

    private static func wrong(_ key: String, _ value: JSONValue, _ expected: String) -> Problem {
        let written: String =
            switch value {
            case .null, .bool, .integer, .number, .string:
                String(decoding: JSONWriter.bytes(of: value).prefix(100), as: UTF8.self)
            case .array, .object: value.kind
            }
        return Problem("\(key) must be \(expected), and is \(written)")
    }

    private static func unknown(_ key: String, among known: [String], in path: String) -> Problem {
        let near = Spelling.nearest(to: key, among: known).map { "; did you mean \(path)\($0)?" }
        return Problem("there is no key \(path)\(key.prefix(100))" + (near ?? ""))
    }

    private static func string(_ key: ServerSettings.Key, _ value: JSONValue) throws(Problem) -> String {
        guard case .string(let text) = value, !text.isEmpty else { throw wrong(key.rawValue, value, key.range) }
        return text
    }

    private static func bool(_ key: ServerSettings.Key, _ value: JSONValue) throws(Problem) -> Bool {
        guard case .bool(let bool) = value else { throw wrong(key.rawValue, value, key.range) }
        return bool
    }

    private static func integer(_ key: String, _ value: JSONValue, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard case .integer(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            throw wrong(key, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    private static func word<Word: RawRepresentable>(
        _ key: ServerSettings.Key, _ value: JSONValue
    ) throws(Problem) -> Word where Word.RawValue == String {
        guard case .string(let text) = value, let word = Word(rawValue: text) else {
            throw wrong(key.rawValue, value, key.range)
        }
        return word
    }

    private static func strings(
        _ key: ServerSettings.Key, _ value: JSONValue, _ isGood: (String) -> Bool
    ) throws(Problem) -> [String] {
        guard case .array(let elements) = value else { throw wrong(key.rawValue, value, "a list of \(key.range)") }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, isGood(text) else {
                throw wrong("\(key.rawValue)[\(index)]", element, key.range)
            }
            strings.append(text)
        }
        return strings
    }

    // MARK: Text

    /// The same text with blanks for every comment, so that a fault is still found at its place: `//` up to the end of
    /// the line, `/* */` without nesting. What stands in a string is no comment.
    static func withoutComments(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        var plain = bytes
        var index = 0
        var isInString = false
        func next(_ offset: Int) -> UInt8? { index + offset < plain.count ? plain[index + offset] : nil }
        while let byte = next(0) {
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
                index += 1
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "/") {
                while let byte = next(0), byte != 0x0A {
                    plain[index] = 0x20
                    index += 1
                }
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "*") {
                let start = index
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
                while let byte = next(0), !(byte == UInt8(ascii: "*") && next(1) == UInt8(ascii: "/")) {
                    if byte != 0x0A { plain[index] = 0x20 }
                    index += 1
                }
                guard index < plain.count else {
                    throw Problem("\(place(start, in: bytes)): a comment without its end")
                }
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
            } else {
                if byte == UInt8(ascii: "\"") { isInString = true }
                index += 1
            }
        }
        return plain
    }

    private static func place(_ offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        let column = offset - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return "line \(line), column \(column)"
    }
}
