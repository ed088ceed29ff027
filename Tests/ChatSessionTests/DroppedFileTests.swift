import Testing

@testable import ChatSession

@Suite struct DroppedFileTests {
    @Test(arguments: [
        ("/home/anna/plan.pdf", "/home/anna/plan.pdf"), ("/home/anna/my\\ plan.pdf ", "/home/anna/my plan.pdf"),
        ("'/home/anna/my plan.pdf'", "/home/anna/my plan.pdf"),
        (#"'/home/anna/Bea'\''s plan.pdf'"#, "/home/anna/Bea's plan.pdf"), (#"'/home/a\b'"#, #"/home/a\b"#),
        ("file:///home/anna/my%20plan.pdf", "/home/anna/my plan.pdf"),
        ("file://host/home/anna/plan.pdf", "/home/anna/plan.pdf"),
    ])
    func aPastedPathIsADroppedFile(_ text: String, _ path: String) {
        #expect(DroppedFile.path(in: text) == path)
    }

    @Test(
        "several pasted paths are several files if all of them are there",
        arguments: [
            ("/a/plan.pdf /a/list.txt", ["/a/plan.pdf", "/a/list.txt"]),
            ("'/a/my plan.pdf' '/a/list.txt' ", ["/a/my plan.pdf", "/a/list.txt"]),
            ("/a/my\\ plan.pdf /a/list.txt", ["/a/my plan.pdf", "/a/list.txt"]),
            ("file:///a/my%20plan.pdf\n/a/list.txt\n", ["/a/my plan.pdf", "/a/list.txt"]),
            ("/a/my plan.pdf", ["/a/my plan.pdf"]), ("/a/plan.pdf /a/gone.txt", []), ("/a/plan.pdf and more", []),
            ("", []), (" ", []), ("'", []), ("\\", []),
        ])
    func severalPastedPathsAreFiles(_ text: String, _ paths: [String]) {
        let there: Set = ["/a/plan.pdf", "/a/my plan.pdf", "/a/list.txt"]
        #expect(DroppedFile.paths(in: text, isFile: there.contains) == paths)
    }

    @Test(arguments: ["see you there", "", "/a\n/b", "file:///a%zz", "https://a.example/b"])
    func anyOtherTextIsNone(_ text: String) {
        #expect(DroppedFile.path(in: text) == nil)
    }
}
