import ChatConformance
import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

/// `chat-server` on a PostgreSQL server that is stopped and started, and with kills of the server itself.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct DatabaseProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static func status(of server: ServerProcess) throws -> String {
        let connection = try RawProbe(port: server.port)
        connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return String(decoding: try connection.everything(), as: UTF8.self).split(separator: " ").dropFirst().first
            .map(String.init) ?? ""
    }

    @Test func aServerLivesOnADatabase() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        // The log is copied from a file into the database.
        let file = folder.file("chat.sqlite")
        let first = try ServerProcess(["--data", file])
        let anna = try RawProbe(port: first.port, as: "anna")
        let talk = try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        func send(_ number: Int, by client: RawProbe) throws -> JSONValue {
            try client.call(
                "message.send",
                ["conversation": talk, "text": .string("text \(number)"), "clientID": .string("c\(number)")])
        }
        for number in 1...9 { _ = try send(number, by: anna) }
        #expect(first.end(with: SIGTERM) == 0)
        let copied = try ServerProcess.run("chat-server", ["copy", file, cluster.address])
        #expect(copied.status == 0, "\(copied.output)")
        let twice = try ServerProcess.run("chat-server", ["copy", file, cluster.address])
        #expect(twice.status == 1 && twice.output.contains("it already contains a log"))

        // The server is killed and started again.
        let errors = folder.file("errors")
        let killed = try ServerProcess(["--data", cluster.address], errors: errors)
        var client = try RawProbe(port: killed.port, as: "anna")
        #expect(try send(10, by: client)["message"]?["sequence"] == 10)
        killed.end(with: SIGKILL)
        let server = try ServerProcess(["--data", cluster.address], errors: errors)
        client = try RawProbe(port: server.port, as: "anna")
        #expect(try send(10, by: client)["message"]?["sequence"] == 10, "once")

        // The database stops and starts again.
        #expect(try Self.status(of: server) == "200")
        try cluster.stop()
        #expect(try send(11, by: client)["data"]?["reason"] == "unavailable")
        #expect(try client.call("session.fence")["data"]?["reason"] == "unavailable")
        #expect(try Self.status(of: server) == "503")
        try cluster.start()
        while try Self.status(of: server) != "200" {}
        #expect(try send(11, by: client)["message"]?["sequence"] == 11)
        try client.call("session.fence")
        #expect(server.end(with: SIGTERM) == 0)
        let said = try folder.text(of: "errors")
        #expect(said.contains("the disk or the database of the log failed") && said.contains("can be written again"))

        // The database answers, but refuses every write.
        let picky = try ServerProcess(["--data", cluster.address], errors: errors)
        client = try RawProbe(port: picky.port, as: "anna")
        try cluster.run("ALTER TABLE understudy.log ADD CONSTRAINT none CHECK (position < 0) NOT VALID")
        #expect(try send(12, by: client)["data"]?["reason"] == "unavailable")
        #expect(try Self.status(of: picky) == "503")
        try cluster.run("ALTER TABLE understudy.log DROP CONSTRAINT none")
        while try Self.status(of: picky) != "200" {}
        #expect(try send(12, by: client)["message"]?["sequence"] == 12)
        #expect(picky.end(with: SIGTERM) == 0)
        let refused = try folder.text(of: "errors").dropFirst(said.count)
        #expect(refused.contains("none") && refused.contains("can be written again"), "\(refused)")

        // The log is copied back into a file.
        let whole = try ServerProcess.run("chat-server", ["check", cluster.address])
        #expect(whole.status == 0, "\(whole.output)")
        let back = folder.file("back.sqlite")
        #expect(try ServerProcess.run("chat-server", ["copy", cluster.address, back]).status == 0)
        #expect(try ServerProcess.run("chat-server", ["check", back]).status == 0)
        let last = try ServerProcess(["--data", back])
        #expect(try send(12, by: try RawProbe(port: last.port, as: "anna"))["message"]?["sequence"] == 12)
    }

    /// With a synchronous standby, the loss of the primary loses no acknowledged change.
    @Test func aStandbyTakesThePlaceOfThePrimary() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        try cluster.beginStandby()
        let server = try ServerProcess(["--data", cluster.addressOfBoth], errors: folder.file("errors"))
        let anna = try RawProbe(port: server.port, as: "anna")
        let bea = try RawProbe(port: server.port, as: "bea")
        let talk = try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        func send(_ number: Int) throws -> JSONValue {
            try anna.call(
                "message.send",
                ["conversation": talk, "text": .string("text \(number)"), "clientID": .string("c\(number)")])
        }
        for number in 1...20 { #expect(try send(number)["message"]?["sequence"] == .integer(Int64(number))) }
        try cluster.kill()
        #expect(try send(21)["data"]?["reason"] == "unavailable")
        #expect(try anna.call("session.fence")["data"]?["reason"] == "unavailable")
        while try Self.status(of: server) != "503" {}
        try cluster.promote()
        while try Self.status(of: server) != "200" {}
        for number in 1...30 { #expect(try send(number)["message"]?["sequence"] == .integer(Int64(number)), "once") }
        // All messages arrive on the same stream, once each and in order.
        var heard: [JSONValue] = []
        bea.sendLine(#"{"jsonrpc": "2.0", "id": "fence", "method": "session.fence"}"#)
        while case let message = try bea.message(), message["id"] != "fence" {
            guard message["method"] == "message.posted" else { continue }
            heard.append(message["params"]?["message"]?["sequence"] ?? .null)
        }
        #expect(heard == (1...30).map { .integer($0) })
        #expect(server.end(with: SIGTERM) == 0)
    }

    /// The old primary does not know its successor, accepts writes, and is the first in the list.
    @Test func anOldPrimaryThatComesBackIsRefused() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        try cluster.beginStandby()
        let server = try ServerProcess(["--data", cluster.addressOfBoth], errors: folder.file("errors"))
        let anna = try RawProbe(port: server.port, as: "anna")
        let talk = try anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        func send(_ number: Int) throws -> JSONValue {
            try anna.call(
                "message.send",
                ["conversation": talk, "text": .string("text \(number)"), "clientID": .string("c\(number)")])
        }
        #expect(try send(1)["message"]?["sequence"] == 1)
        try cluster.kill()
        try cluster.promote()
        while try Self.status(of: server) != "200" {}
        #expect(try send(2)["message"]?["sequence"] == 2)
        try cluster.returnOfTheOld()
        while try !folder.text(of: "errors").contains("an old primary answers: it is on timeline 1") {
            #expect(try send(3)["data"]?["reason"] == "unavailable")
        }
        #expect(try Self.status(of: server) == "503")
        #expect(try anna.call("session.fence")["data"]?["reason"] == "unavailable")
        // The server finds the other host, although the old primary still runs.
        try cluster.startPromoted()
        while try Self.status(of: server) != "200" {}
        #expect(try send(3)["message"]?["sequence"] == 3)
        #expect(server.end(with: SIGTERM) == 0)
        #expect(try folder.text(of: "errors").contains("no standby is synchronous"), "the promoted one has none")
    }

    @Test func aServerWithAnotherClockIsRefused() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let first = try ServerProcess(["--data", cluster.address, "--clock", "virtual"])
        let other = try ServerProcess.run("chat-server", ["--port", "0", "--data", cluster.address])
        #expect(other.status == 1)
        #expect(
            other.output.contains("was created with --clock virtual, but this server has --clock real"),
            "\(other.output)")
        #expect(other.output.split(separator: "\n").count == 1)
        let same = try ServerProcess(["--data", cluster.address, "--clock", "virtual"])
        for server in [first, same] { #expect(server.end(with: SIGTERM) == 0) }
    }

    @Test func anUnusableDatabaseAddressIsExplainedInOneLine() throws {
        for (address, reason) in [
            ("postgres://anna:secret@localhost/x", "the address contains a password"),
            ("postgres://anna@/x?host=/nowhere", "No such file"),
        ] {
            let result = try ServerProcess.run("chat-server", ["--port", "0", "--data", address])
            #expect(result.status == 1)
            #expect(result.output.contains(reason) && !result.output.contains("secret"), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }
}
