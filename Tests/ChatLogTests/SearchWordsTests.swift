import ChatProtocol
import Testing

@testable import ChatLog

@Suite struct SearchWordsTests {
    @Test(
        arguments: [
            ("Who is in?", "who is in"),
            ("  Café,CAFÉ  cafe\u{301}\n", "cafe cafe cafe"),
            ("Straße STRASSE", "strasse strasse"),
            ("ΟΔΥΣΣΕΥΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"),
            ("Ёж и ёж", "еж и еж"),
            ("İstanbul ISTANBUL", "istanbul istanbul"),
            ("https://notes.example/d/trip_2?x=1", "https notes example d trip 2 x 1"),
            ("東京へ", "東 京 へ"),
            ("がっこう", "が っ こ う"),
            ("서울에서 만나", "서 울 에 서 만 나"),
            ("हिन्दी", "हिन्दी"),
            ("שָׁלוֹם", "שלום"),
            ("ＴＲＩＰ １２", "trip 12"),
            ("👍🏽ok❤️", "👍 🏽 ok ❤"),
            ("👩‍👧", "👩 👧"),
            ("soft\u{AD}ly", "softly"),
            ("zero\u{200B}width", "zero width"),
            ("\"*' OR -- ;", "or"),
            ("", ""),
            (" .,!", ""),
        ])
    func textIsSplitIntoNormalizedWords(_ text: String, _ line: String) {
        #expect(Array(SearchWords.line(of: text).utf8) == Array(line.utf8))
    }

    @Test func fastPathForASCIIEqualsTheGeneralPath() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let length = Int.random(in: 0..<200, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0..<128, using: &random) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(SearchWords.line(of: text) == SearchWords.words(of: text).map(\.text).joined(separator: " "))
        }
    }

    @Test(arguments: ["x", "é"]) func longWordIsCutAndStillFound(_ letter: String) {
        let word = String(repeating: letter, count: 5_000)
        #expect(SearchWords.line(of: word + " end").utf8.count == SearchWords.lengthMax + 4)
        #expect(SearchQuery(word).matches(line: SearchWords.line(of: word)))
    }

    @Test(
        arguments: [
            ("trip", "our trips", true),
            ("trip ", "our trips", false),
            ("our tri", "the trip is ours", false),
            ("ou tri", "the trip is ours", false),
            ("is tri", "the trip is ours", true),
            ("東京", "今日は東京へ", true),
            ("東京", "京の東", false),
            ("東 京", "京の東", true),
            ("notes.exam", "https://notes.example/d/trip", true),
            ("example.notes", "https://notes.example/d/trip", false),
            ("👍", "👍🏽", true),
            ("", "anything", false),
            ("  ", "anything", false),
            ("*", "anything", false),
            ("\"is ours\"", "the trip is ours", true),
            ("\"trip ours\"", "the trip is ours", false),
            ("\"the tri\"", "the trip is ours", false),
            ("\"the tri", "the trip is ours", true),
            ("“is ours” trip", "the trip is ours", true),
            ("5\" screen", "a screen of 5\"", true),
            ("\"\"", "anything", false),
        ])
    func queryMatchesOnlyTextWithItsWords(_ query: String, _ text: String, _ isFound: Bool) {
        #expect(SearchQuery(query).matches(line: SearchWords.line(of: text)) == isFound)
    }

    @Test func phraseIsFoundAfterAPartialMatch() {
        let alphabet = ["a", "b", "ab"]
        var random = SplitMix64(seed: 7)
        for _ in 0..<3_000 {
            let line = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? ""
            }
            let phrase = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? ""
            }
            for isOpen in [false, true] {
                let starts = line.count < phrase.count ? [] : Array(0...(line.count - phrase.count))
                let isThere = starts.contains { start in
                    phrase.indices.allSatisfy { index in
                        isOpen && index == phrase.count - 1
                            ? line[start + index].hasPrefix(phrase[index]) : line[start + index] == phrase[index]
                    }
                }
                let query = SearchQuery(phrase.joined(separator: ".") + (isOpen ? "" : " "))
                #expect(
                    query.matches(line: line.joined(separator: " ")) == isThere, "\(phrase) \(isOpen) in \(line)")
            }
        }
    }

    @Test func repeatedWordOfAQueryIsSearchedOnce() {
        #expect(SearchQuery("the The THE plum the ").phrases.map(\.words) == [["the"], ["plum"]])
        #expect(SearchQuery("the the").phrases.map(\.isOpen) == [false, true])
    }

    @Test func longQueryIsCutAtItsMaximumOfWords() {
        let query = SearchQuery(String(repeating: "東", count: 100_000))
        #expect(query.phrases.map(\.words.count) == [SearchQuery.wordsMax])
    }
}
