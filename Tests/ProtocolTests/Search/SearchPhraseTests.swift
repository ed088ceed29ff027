import ChatProtocol
import Testing

@Suite struct SearchPhraseTests {
    @Test(
        "a query is split into phrases, and quotation marks join words to one phrase",
        arguments: [
            ("lake house", [["lake"], ["house"]]),
            ("\"lake house\" near", [["lake", "house"], ["near"]]),
            ("near \"lake house\"", [["near"], ["lake", "house"]]),
            ("„lake house“ «two words»", [["lake", "house"], ["two", "words"]]),
            ("notes.example", [["notes", "example"]]),
            ("6\" 7\"", [["6"], ["7"]]),
            ("don\"t stop", [["don", "t"], ["stop"]]),
            ("\"lake house", [["lake", "house"]]),
            ("\" \"", []), ("", []),
        ] as [(String, [[String]])])
    func queryIsSplitIntoPhrases(_ query: String, _ phrases: [[String]]) {
        #expect(SearchPhrase.phrases(of: query).map(\.words) == phrases)
    }

    @Test(
        "only the last word of a query matches beginnings, unless a space or a closing quotation mark ends it",
        arguments: [
            ("lake hou", [false, true]), ("lake hou ", [false, false]), ("the \"lake hou\"", [false, false]),
            ("the \"lake hou", [false, true]), ("\"lake house\" ne", [false, true]), ("\"lake house\" -", [false]),
        ])
    func lastWordMatchesBeginnings(_ query: String, _ isOpen: [Bool]) {
        #expect(SearchPhrase.phrases(of: query).map(\.isOpen) == isOpen)
    }

    @Test(
        "the words of a hit are marked, without regard to accents and case",
        arguments: [
            ("lake", "A lake, and lakes", ["lake", "lakes"]),
            ("\"lake house\"", "House, lake: the Lake-House", ["Lake-House"]),
            ("cafe", "Zum CAFÉ 👍", ["CAFÉ"]),
            ("strasse", "Die Straße!", ["Straße"]),
            ("👍", "ok 👍🏽", ["👍🏽"]),
            ("東京", "今日は東京へ", ["東京"]),
            ("the lake", "the lake", ["the", "lake"]),
            ("\"a b\" \"b c\"", "a b c", ["a b c"]),
            ("nothing", "to see", []),
            ("", "anything", []),
        ] as [(String, String, [String])])
    func wordsOfAHitAreMarked(_ query: String, _ text: String, _ marked: [String]) {
        let units = Array(text.utf16)
        let places = SearchPhrase.places(of: SearchPhrase.phrases(of: query), in: text)
        #expect(places.map { String(decoding: units[$0], as: UTF16.self) } == marked)
    }

    @Test("the words with their places equal the words of the text")
    func locatedWordsEqualTheWordsOfTheText() {
        for text in ["  Café,CAFÉ  cafe\u{301}\n", "Straße がっこう 서울에서 हिन्दी", "ＴＲＩＰ soft\u{AD}ly 👩‍👧 x", ""] {
            #expect(SearchWords.located(in: text).map(\.text) == SearchWords.words(of: text).map(\.text))
        }
    }
}
