import Testing

@testable import ChatClient
@testable import TestSupport

@Suite struct DemoArgumentsTests {
    @Test func anUnknownPersonIsRefusedBeforeTheDemoBegins() throws {
        let folder = try ScratchFolder()
        try folder.write("Feature: F\n  Scenario: S\n    Given Anna and Bea are contacts\n", to: "a.feature")
        let feature = folder.path + "/a.feature"
        let error = #expect(throws: UsageError.self) {
            try DemoArguments([feature, "--as", "zoe"])?.refuseStranger()
        }
        #expect(error?.description == "demo: zoe is not in this feature; use --as with one of: anna, bea")
        try DemoArguments([feature, "--as", "bea"])?.refuseStranger()
        try DemoArguments([feature])?.refuseStranger()
        try DemoArguments(["/nowhere.feature", "--as", "zoe"])?.refuseStranger()
    }
}
