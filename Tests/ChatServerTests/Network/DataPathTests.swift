import Testing

@testable import ChatServer

@Suite struct DataPathTests {
    @Test(
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/anna"], "/data/understudy/chat.sqlite"),
            (["XDG_DATA_HOME": "/data/"], "/data/understudy/chat.sqlite"),
            (["XDG_DATA_HOME": "/"], "/understudy/chat.sqlite"),
            (["HOME": "/home/anna"], "/home/anna/.local/share/understudy/chat.sqlite"),
            (["XDG_DATA_HOME": "", "HOME": "/home/anna/"], "/home/anna/.local/share/understudy/chat.sqlite"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/anna"], "/home/anna/.local/share/understudy/chat.sqlite"),
            (["HOME": "anna"], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func pathOfTheLogFollowsTheEnvironment(_ environment: [String: String], _ path: String?) {
        #expect(DataPath.chatLog(environment: environment) == path)
    }
}
