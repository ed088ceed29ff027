import Testing

@testable import ChatSession

@Suite struct DroppedFileTests {
    @Test(arguments: [
        ("/home/anna/plan.pdf", "/home/anna/plan.pdf"), ("/home/anna/my\\ plan.pdf ", "/home/anna/my plan.pdf"),
        ("'/home/anna/my plan.pdf'", "/home/anna/my plan.pdf"),
        ("file:///home/anna/my%20plan.pdf", "/home/anna/my plan.pdf"),
        ("file://host/home/anna/plan.pdf", "/home/anna/plan.pdf"),
    ])
    func aPastedPathIsADroppedFile(_ text: String, _ path: String) {
        #expect(DroppedFile.path(in: text) == path)
    }

    @Test(arguments: ["see you there", "", "/a\n/b", "file:///a%zz", "https://a.example/b"])
    func anyOtherTextIsNone(_ text: String) {
        #expect(DroppedFile.path(in: text) == nil)
    }
}
