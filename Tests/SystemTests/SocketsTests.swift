#if os(Linux)
    @testable import ChatSystem
    import Glibc
    import Testing

    struct SocketsTests {
        @Test("a server listens on a reserved port, and again after it closed")
        func serverListensOnReservedPort() throws {
            let reserved = try Sockets.reserve()
            defer { Descriptors.close(reserved.descriptor) }
            for _ in 1...2 {
                let server = try Sockets.listen(host: "127.0.0.1", port: reserved.port)
                #expect(server.port == reserved.port)
                Descriptors.close(server.descriptor)
            }
        }

        @Test("a client that the kernel connected with itself was refused")
        func selfConnectionIsRefused() throws {
            let client = try Sockets.reserve()
            defer { Descriptors.close(client.descriptor) }
            let address = try #require(SocketAddress(host: "127.0.0.1", port: client.port))
            let result = address.with { connect(client.descriptor, $0, $1) }
            #expect(result == 0 || errno == EINPROGRESS)
            #expect(Sockets.connectionError(client.descriptor) == SystemFailure.words(ECONNREFUSED))
        }
    }
#endif
