import ChatConformance
import ChatProtocol
import Foundation
import Testing

#if os(Linux)
    /// The memory that sessions use which never read: it stays within the bounds, and is freed after their end.
    struct MemoryTests {
        private static let hasOwnAllocator =
            ProcessInfo.processInfo.environment["UNDERSTUDY_SANITIZER"].map { $0 != "undefined" } ?? false

        /// The resident memory of a process, in MiB.
        private func resident(_ process: pid_t) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
            return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
                * sysconf(
                    Int32(_SC_PAGESIZE)) / 1_048_576
        }

        @Test(.disabled(if: hasOwnAllocator, "a sanitizer keeps what is freed, and shadows what is not"))
        func aFloodCostsNoMoreThanTheBoundsAndNothingAfterwards() throws {
            let folder = try TemporaryFolder()
            try folder.write(
                #"{"limits": {"unsentBytes": 4194304, "unsentBytesOfPerson": 4194304}}"#, to: "config.json")
            let server = try ServerProcess(["--ephemeral", "--config", folder.file("config.json")])
            let anna = try RawProbe(port: server.port, as: "anna")
            let created = try anna.call("conversation.create", ["participants": ["slow"]])
            let conversation = try #require(created["conversation"]?["id"])
            var slow = try (0..<40).map { _ in
                let client = try RawProbe(port: server.port, as: "slow", receiveBuffer: 4_096)
                return client
            }
            let before = try resident(server.id)
            let text = JSONValue.string(String(repeating: "x", count: 20_000))
            for _ in 0..<250 {
                try anna.call("message.send", ["conversation": conversation, "text": text])
            }
            // The server stores the messages themselves: twice 5 MB.
            let amid = try resident(server.id)
            #expect(amid - before < 40, "\(amid) MiB, and \(before) before")
            slow.removeAll()
            // The server notices the closed sessions within some ticks. Only a server that keeps their memory needs all
            // of these pings.
            for _ in 0..<5_000 where try resident(server.id) - before >= 20 { try anna.call("session.ping") }
            let after = try resident(server.id)
            #expect(after - before < 20, "\(after) MiB, and \(before) before")
        }
    }
#endif
