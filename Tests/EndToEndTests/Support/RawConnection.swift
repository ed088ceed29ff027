import ChatProtocol
import Foundation

/// A bare TCP connection to a server on this machine, for bytes that no client would send.
final class RawConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var isEnded = false
    /// The timeout of any read in milliseconds, after which the test fails: only a hang takes so long.
    static let patience: Int32 = 20_000

    /// - Parameter receiveBuffer: The number of bytes that the kernel may keep for a client that does not read; the
    ///   kernel's default if nil.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "cannot connect to port \(port)") }
    }

    deinit { Foundation.close(descriptor) }

    /// Sends all bytes, or as many as the server takes before it closes the connection.
    ///
    /// - Returns: True if the server took them all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func sendLine(_ text: String) { send(text + "\n") }

    /// Ends the sending side of the connection.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the next line without its end; nil at the end of the stream.
    func line() throws -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                return line
            }
            guard try fill() else {
                guard !received.isEmpty else { return nil }
                defer { received = [] }
                return String(decoding: received, as: UTF8.self)
            }
        }
    }

    /// Returns the next line as JSON.
    func message() throws -> JSONValue {
        guard let line = try line() else { throw Failure(description: "the stream ended") }
        return try JSONReader.read(Array(line.utf8)).value
    }

    /// Returns the bytes that arrived, at least one; none at the end of the stream.
    func some() throws -> [UInt8] {
        if received.isEmpty { _ = try fill() }
        defer { received = [] }
        return received
    }

    /// Returns all bytes until the end of the stream.
    func everything() throws -> [UInt8] {
        while try fill() {}
        defer { received = [] }
        return received
    }

    /// Sends a request and returns its result or error object, skipping notifications.
    @discardableResult
    func call(_ method: String, _ params: JSONValue = [:], id: Int64 = 1) throws -> JSONValue {
        let request: JSONValue = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        sendLine(String(decoding: JSONWriter.bytes(of: request), as: UTF8.self))
        while true {
            let answer = try message()
            if answer["method"] == nil { return answer["result"] ?? answer["error"] ?? .null }
        }
    }

    private func fill() throws -> Bool {
        guard !isEnded else { return false }
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, Self.patience) > 0 else { throw Failure(description: "nothing came") }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            isEnded = true
            return false
        }
        received += buffer[..<count]
        return true
    }
}
