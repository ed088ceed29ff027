import ChatProtocol
import Testing

@Suite struct WebSocketFrameTests {
    private func encode(_ opcode: WebSocketOpcode, _ payload: [UInt8], final: Bool = true, key: UInt32? = nil)
        -> [UInt8]
    {
        var output: [UInt8] = []
        WebSocketFrame.append(opcode, isFinal: final, payload: payload, maskKey: key, to: &output)
        return output
    }

    @Test func framesMatchTheExamplesOfRFC6455() {
        let hello = Array("Hello".utf8)
        #expect(encode(.text, hello) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(
            encode(.text, hello, key: 0x3D21_FA37)
                == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
        #expect(encode(.text, Array("Hel".utf8), final: false) == [0x01, 0x03, 0x48, 0x65, 0x6C])
        #expect(encode(.continuation, Array("lo".utf8)) == [0x80, 0x02, 0x6C, 0x6F])
        #expect(encode(.ping, hello) == [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(Array(encode(.binary, .init(repeating: 0, count: 256)).prefix(4)) == [0x82, 0x7E, 0x01, 0x00])
        #expect(
            Array(encode(.binary, .init(repeating: 0, count: 65536)).prefix(10))
                == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test func lengthIsEncodedInTheFewestBytes() {
        for (length, header) in [(0, 2), (125, 2), (126, 4), (65535, 4), (65536, 10)] {
            #expect(encode(.binary, .init(repeating: 1, count: length)).count == header + length)
        }
    }

    @Test func maskedFrameOfAnyLengthIsDecodedInAnyPieces() {
        var random = Seeded(3)
        for length in Array(0...40) + [125, 126, 127, 300] {
            let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let bytes = encode(.binary, payload, key: UInt32.random(in: 0...UInt32.max, using: &random))
            expectSameForEveryFeeding(bytes, Decoded(events: [.binary(payload)])) { decodeFrames($0) }
        }
    }

    @Test func closePayloadHasTheCodeAndTheReasonThatFits() {
        #expect(WebSocketClose(.normal, reason: "bye").payload == [0x03, 0xE8] + Array("bye".utf8))
        #expect(WebSocketClose(.noStatus, reason: "x").payload == [])
        #expect(WebSocketClose(.abnormal).payload == [])
        let long = WebSocketClose(.normal, reason: String(repeating: "é", count: 100)).payload
        #expect(long.count == 124)
        #expect(String(validating: long.dropFirst(2), as: UTF8.self) == String(repeating: "é", count: 61))
        let exact = WebSocketClose(.normal, reason: String(repeating: "a", count: 123)).payload
        #expect(exact.count == 125)
    }

    @Test func everyErrorFitsIntoACloseFrame() {
        let errors: [WebSocketError] = [
            .maskRequired, .maskForbidden, .reservedBits, .reservedOpcode(15), .controlFragmented, .controlTooLong,
            .lengthNotMinimal, .lengthTopBitSet, .nothingToContinue, .messageInterrupted, .closePayloadTooShort,
            .closeCodeForbidden(65535), .invalidUTF8, .binaryRefused, .frameTooLong(limit: .max),
            .messageTooLong(limit: .max), .tooManyFragments(limit: .max),
        ]
        for error in errors {
            #expect(error.description.utf8.count <= 123)
            #expect(error.closeCode.mayBeSent)
        }
    }
}
