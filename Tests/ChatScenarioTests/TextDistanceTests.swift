import Testing

@testable import ChatScenario

/// The nearest match of a text in the report of a failure, and texts that are too different for it.
@Suite struct TextDistanceTests {
    @Test(arguments: [
        ("See you at the lakes", "See you at the lake"), ("Hallo", "Hello"), ("hello", "Hello"),
        ("Anna edited “Trip plan”", "Anna made 3 edits to “Trip plan”"),
        ("Anna edited “Trip plan”", "Bea edited “Trip plan”"),
        ("Anna edited “Trip plan”", "Anna commented on “Trip plan”"),
        ("Anna made 3 edits to “Plan”", "Anna made 2 edits to “Plan”"), ("See you", "See you there!"),
        ("Bea joined Trip plan", "Bea joined “Trip plan”"),
        ("https://note.example/d/1", "https://notes.example/d/1"),
    ])
    func similarTextsHaveADistance(_ wanted: String, _ shown: String) {
        #expect(TextDistance.between(wanted, shown) != nil)
    }

    @Test(arguments: [
        ("Pancakes for all", "Hello"), ("Hi", "Ho"), ("Yes", "No"), ("Who drives?", "Who cooks?"),
        ("I am in", "I am out"), ("The lake", "The cake"), ("Thanks", "Tents?"), ("", "Hello"), ("❤️", "👍"),
        ("Anna renamed “Trip plan” to “Lake plan”", "Anna edited “Trip plan”"),
        ("Bea joined “Trip plan”", "Carl joined “Packing list”"), ("Something else entirely", "See you at the lake"),
        ("https://notes.example/d/1", "https://notes.example/d/2"),
        ("https://notes.example/d/1", "https://maps.example/d/1"),
        ("https://notes.example/packing", "https://notes.example/plan"), ("https://a.example", "a example"),
    ])
    func unrelatedTextsHaveNoDistance(_ wanted: String, _ shown: String) {
        #expect(TextDistance.between(wanted, shown) == nil)
    }

    @Test func theSameIsNearest() {
        #expect(TextDistance.between("Hello", "Hello") == 0)
        #expect(TextDistance.between("", "") == 0)
    }
}
