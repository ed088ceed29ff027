import Testing

@testable import ChatScreens

/// Lists of people mark handles that look like other handles.
struct LookAlikeTests {
    @Test(
        "a handle with letters of the form of Latin ones is marked with the Latin handle",
        arguments: [
            ("аnna", "anna"), ("аппа", nil), ("сосо", "coco"), ("ａｎｎａ", "anna"), ("bеа", "bea"), ("ορν", "opv"),
        ])
    func lookAlikesAreMarked(handle: String, latin: String?) {
        #expect(LookAlike.latin(handle) == latin)
        #expect(LookAlike.marked("Anna", handle) == (latin.map { "Anna (⚠ not “\($0)”)" } ?? "Anna"))
    }

    @Test("a handle that is Latin, or looks like none, has no mark", arguments: ["anna", "zoë", "наташа", "山田", "a-1"])
    func othersAreNotMarked(handle: String) { #expect(LookAlike.marked("Anna", handle) == "Anna") }
}
