import ChatSystem
import Testing

@Suite struct FileAddressTests {
    @Test("a path is the same after it was an address", arguments: ["/a/b.feature", "/Größe/a b#c?d%.feature", "/"])
    func roundTrip(_ path: String) {
        #expect(FileAddress.path(of: FileAddress.address(of: path)) == path)
    }

    @Test("the name of the machine is left out")
    func machine() {
        #expect(FileAddress.path(of: "file://localhost/tmp/a%20b") == "/tmp/a b")
    }

    @Test(
        "a text that is no address of a file has no path",
        arguments: [
            "", "/tmp/a", "https://x/y", "file:///a%2", "file:///a%zz", "file:///a%+5", "file:///a%FF", "file://x",
        ])
    func noAddress(_ text: String) {
        #expect(FileAddress.path(of: text) == nil)
    }
}
