import Glibc

/// Where the messages come from that a program on a terminal shows: somebody else in its conversation.
protocol Feed: AnyObject {
    /// What becomes readable when the other side says something.
    var descriptor: Int32 { get }
    /// Whether the program is in the conversation.
    var isReady: Bool { get }
    /// Whether nothing more is to be said now.
    var isBlocked: Bool { get }
    /// Whether something was said that the socket did not take.
    var isUnsent: Bool { get }
    /// The keys that delete all that is written in its program, however long it is.
    var clearing: [UInt8] { get }
    /// Says something in the conversation; it never waits.
    func say(_ text: String) throws(BenchError)
    /// Takes what came and sends what waits; it never waits.
    func turn() throws(BenchError)
    /// Starts the program that reads it.
    func open(_ options: Options, home: String) throws(BenchError) -> PseudoTerminal
    func close()
}

/// What people say: a hundred bytes in small letters, and no two the same, so that every line of a screen changes.
enum Chatter {
    /// A letter that no message but this one has.
    static let mark = UInt8(ascii: "Z")

    private static let words =
        "shall we take the early train on saturday so that we are at the lake before noon or is that too soon "
        + "for your brother who has to bring the boat and some bread from the market where he works until eleven"

    private static let list = words.split(separator: " ").map(String.init)

    /// The message of that number.
    static func text(_ number: Int) -> String {
        var text = "\(number)"
        var word = number * 7
        while text.utf8.count < 95 {
            text += " " + list[word % list.count]
            word += 1 + number % 5
        }
        return text
    }

    /// The same, with the mark at its end.
    static func marked(_ number: Int) -> String {
        text(number) + " " + String(decoding: [mark], as: UTF8.self)
    }
}
