import ChatProtocol
import Testing

@testable import ChatScreens

@Suite struct EmojiNamesTests {
    @Test("an emoji is found by its names, the exact and the common ones first")
    func namesAreFound() {
        #expect(EmojiNames.fitting("rowboat").first?.emoji == "🚣")
        #expect(EmojiNames.fitting("tent").first?.emoji == "⛺")
        #expect(EmojiNames.fitting("ta").first?.name == "tada")
        #expect(EmojiNames.fitting("Thumbs Up").first?.emoji == "👍")
        #expect(EmojiNames.fitting("cat").first?.emoji == "🐱")
        #expect(EmojiNames.fitting("eyes").prefix(2).map(\.emoji) == ["👀", "😍"])
        #expect(EmojiNames.fitting("nosuchname").isEmpty && EmojiNames.fitting(" _").isEmpty)
    }

    @Test("each emoji is listed once, whatever its names")
    func eachEmojiIsListedOnce() {
        for text in ["s", "heart", "face"] {
            let found = EmojiNames.fitting(text).map(\.emoji)
            #expect(Set(found).count == found.count && !found.isEmpty)
        }
    }

    @Test("every emoji of the table can be a tapback")
    func everyEmojiIsATapback() {
        let words = EmojiTable.text.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(words.count.isMultiple(of: 2) && words.count > 1_000)
        for index in stride(from: 0, to: words.count, by: 2) {
            #expect(Reaction(words[index + 1]) != nil, "\(words[index])")
            #expect(EmojiNames.replaced(in: ":\(words[index]):") == words[index + 1])
        }
    }

    @Test(
        "a name stays where no emoji is meant",
        arguments: [
            ":nosuchname:", "::", ":tada", "tada:", "a:tada:", ":tada:b", "10:100:30", "::tada::",
            "https://a.example/:tada:", "(https://a.example/:tada:)", "看https://a.example/:tada:", "`:tada:`",
            "``` :tada: ` :tada: ```", ":TADA",
        ])
    func aNameStays(_ text: String) {
        #expect(EmojiNames.replaced(in: text) == text)
    }

    @Test("a second replacement changes nothing")
    func replacingTwiceIsReplacingOnce() {
        let once = EmojiNames.replaced(in: ":a:tada::tada:` :+1: `:tada:")
        #expect(EmojiNames.replaced(in: once) == once)
    }
}
