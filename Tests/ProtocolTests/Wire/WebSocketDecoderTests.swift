import ChatProtocol
import Testing

/// The requirements of RFC 6455 for a receiver, with one test for each MUST.
@Suite struct WebSocketDecoderTests {
    /// Returns the error of a decoder, which must be the same for the bytes in any pieces.
    private func error(
        _ bytes: [UInt8], peerMasks: Bool = true, acceptsBinary: Bool = true, limits: WireLimits = WireLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> WebSocketError? {
        func decode(_ pieces: [[UInt8]]) -> Decoded {
            decodeFrames(pieces, peerMasks: peerMasks, acceptsBinary: acceptsBinary, limits: limits)
        }
        expectSameForEveryFeeding(bytes, sourceLocation: sourceLocation, decode: decode)
        return decode([bytes]).error
    }

    private func events(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> [WebSocketDecoder.Event]
    {
        expectSameForEveryFeeding(bytes, sourceLocation: sourceLocation) { decodeFrames($0) }
        let decoded = decodeFrames([bytes])
        #expect(decoded.error == nil, sourceLocation: sourceLocation)
        return decoded.events
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    // Section 5.1: masking.

    @Test func unmaskedClientFrameIsRefused() {
        #expect(error(rawFrame(0x81, text("a"), mask: nil)) == .maskRequired)
        #expect(error(rawFrame(0x89, [], mask: nil)) == .maskRequired)
    }

    @Test func maskedServerFrameIsRefused() {
        #expect(error(rawFrame(0x81, text("a")), peerMasks: false) == .maskForbidden)
        #expect(decodeFrames([rawFrame(0x81, text("a"), mask: nil)], peerMasks: false).events == [.text(text("a"))])
    }

    @Test func maskOfZerosIsAccepted() {
        #expect(events(rawFrame(0x81, text("plain"), mask: 0)) == [.text(text("plain"))])
    }

    // Section 5.2: the header.

    @Test(arguments: [0xC1, 0xA1, 0x91, 0xF1, 0xC9, 0xC8] as [UInt8])
    func reservedBitsAreRefused(_ first: UInt8) {
        #expect(error(rawFrame(first, text("a"))) == .reservedBits)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func reservedOpcodesAreRefused(_ opcode: UInt8) {
        #expect(error(rawFrame(0x80 | opcode, text("a"))) == .reservedOpcode(opcode))
        #expect(error(rawFrame(0x80 | opcode, mask: nil), peerMasks: false) == .reservedOpcode(opcode))
    }

    @Test func lengthsThatAreNotMinimalAreRefused() {
        #expect(error([0x81, 0xFE, 0, 125, 0, 0, 0, 0]) == .lengthNotMinimal)
        #expect(error([0x81, 0xFE, 0, 0, 0, 0, 0, 0]) == .lengthNotMinimal)
        #expect(error([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0]) == .lengthNotMinimal)
        #expect(error([0x81, 0xFE, 0, 126]) == nil)
    }

    @Test func lengthOf64BitsWithItsTopBitSetIsRefused() {
        #expect(error([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]) == .lengthTopBitSet)
        #expect(error([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == .frameTooLong(limit: 262_144))
    }

    // Section 5.4: fragments.

    @Test func fragmentsAreJoinedToOneMessage() {
        let bytes = rawFrame(0x01, text("one ")) + rawFrame(0x00, text("")) + rawFrame(0x80, text("message"))
        #expect(events(bytes) == [.text(text("one message"))])
        #expect(events(rawFrame(0x02, [1]) + rawFrame(0x80, [2])) == [.binary([1, 2])])
        #expect(events(rawFrame(0x01) + rawFrame(0x80)) == [.text([])])
    }

    @Test func continuationWithNothingToContinueIsRefused() {
        #expect(error(rawFrame(0x80, text("a"))) == .nothingToContinue)
        #expect(error(rawFrame(0x00, text("a"))) == .nothingToContinue)
        #expect(error(rawFrame(0x81, text("a")) + rawFrame(0x80, text("a"))) == .nothingToContinue)
        #expect(error(rawFrame(0x01) + rawFrame(0x80) + rawFrame(0x80)) == .nothingToContinue)
    }

    @Test func newMessageAmidFragmentsIsRefused() {
        #expect(error(rawFrame(0x01, text("a")) + rawFrame(0x81, text("b"))) == .messageInterrupted)
        #expect(error(rawFrame(0x01, text("a")) + rawFrame(0x01, text("b"))) == .messageInterrupted)
        #expect(error(rawFrame(0x01, text("a")) + rawFrame(0x82, text("b"))) == .messageInterrupted)
    }

    @Test func controlFramesMayComeBetweenFragments() {
        let bytes =
            rawFrame(0x01, text("a")) + rawFrame(0x89, [1]) + rawFrame(0x00, text("b")) + rawFrame(0x8A, [2])
            + rawFrame(0x80, text("c"))
        #expect(events(bytes) == [.ping([1]), .pong([2]), .text(text("abc"))])
    }

    // Section 5.5: control frames.

    @Test(arguments: [0x08, 0x09, 0x0A] as [UInt8])
    func fragmentedControlFrameIsRefused(_ first: UInt8) {
        #expect(error(rawFrame(first)) == .controlFragmented)
    }

    @Test(arguments: [0x88, 0x89, 0x8A] as [UInt8])
    func controlFrameOver125BytesIsRefused(_ first: UInt8) {
        #expect(error(rawFrame(first, .init(repeating: 0x61, count: 126))) == .controlTooLong)
    }

    @Test func controlFrameOf125BytesIsAccepted() {
        let payload = [UInt8](repeating: 7, count: 125)
        #expect(events(rawFrame(0x89, payload)) == [.ping(payload)])
    }

    // Section 5.5.1 and 7.4: closing.

    @Test func closeFrameIsReadWithCodeAndReason() {
        #expect(events(rawFrame(0x88)) == [.close(WebSocketClose(.noStatus))])
        #expect(events(rawFrame(0x88, [0x03, 0xE8])) == [.close(WebSocketClose(.normal))])
        #expect(
            events(rawFrame(0x88, [0x0B, 0xB8] + text("bye"))) == [
                .close(WebSocketClose(.init(rawValue: 3000), reason: "bye"))
            ])
    }

    @Test func closeWithHalfACodeIsRefused() {
        #expect(error(rawFrame(0x88, [0x03])) == .closePayloadTooShort)
    }

    @Test(arguments: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as [UInt16])
    func reservedCloseCodeIsRefused(_ code: UInt16) {
        #expect(error(rawFrame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)])) == .closeCodeForbidden(code))
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4999] as [UInt16])
    func definedCloseCodeIsAccepted(_ code: UInt16) {
        #expect(error(rawFrame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)])) == nil)
    }

    @Test func closeReasonThatIsNotUTF8IsRefused() {
        #expect(error(rawFrame(0x88, [0x03, 0xE8, 0xFF])) == .invalidUTF8)
        #expect(error(rawFrame(0x88, [0x03, 0xE8, 0xE2, 0x82])) == .invalidUTF8)
    }

    @Test func framesAfterACloseAreIgnored() {
        #expect(events(rawFrame(0x88) + rawFrame(0x81, text("a"))) == [.close(WebSocketClose(.noStatus))])
    }

    @Test func framesAfterAnErrorAreIgnored() {
        let bytes = rawFrame(0x81, text("a")) + rawFrame(0x83) + rawFrame(0x81, text("b"))
        #expect(decodeFrames([bytes]).events == [.text(text("a"))])
        #expect(decodeFrames(bytes.map { [$0] }).events == [.text(text("a"))])
    }

    // Section 8.1: UTF-8.

    @Test func textThatIsNotUTF8IsRefused() {
        #expect(error(rawFrame(0x81, [0xCE, 0xBA, 0xED, 0xA0, 0x80])) == .invalidUTF8)
        #expect(error(rawFrame(0x81, [0xE2, 0x82])) == .invalidUTF8)
        #expect(error(rawFrame(0x01, [0xE2, 0x82]) + rawFrame(0x80)) == .invalidUTF8)
    }

    @Test func characterSplitBetweenFragmentsIsAccepted() {
        let bytes = rawFrame(0x01, [0xE2]) + rawFrame(0x00, [0x82]) + rawFrame(0x89) + rawFrame(0x80, [0xAC])
        #expect(events(bytes) == [.ping([]), .text(text("€"))])
    }

    @Test func invalidTextIsRefusedBeforeTheMessageEnds() {
        #expect(error(rawFrame(0x01, [0xF4, 0x90])) == .invalidUTF8)
    }

    @Test func invalidTextIsRefusedBeforeTheFrameEnds() {
        // Autobahn 6.4.3 and 6.4.4: the frame announces 5 bytes, and the first 2 show the error.
        #expect(error(rawFrame(0x81, [0xF4, 0x90], announced: 5)) == .invalidUTF8)
        #expect(error(rawFrame(0x81, [0xF4], announced: 5)) == nil)
    }

    @Test func binaryMessageMayHaveAnyBytes() {
        #expect(events(rawFrame(0x82, [0xFF, 0xFE])) == [.binary([0xFF, 0xFE])])
    }

    @Test func binaryMessageIsRefusedIfOnlyTextIsAccepted() {
        #expect(error(rawFrame(0x82, [1]), acceptsBinary: false) == .binaryRefused)
        #expect(WebSocketError.binaryRefused.closeCode.rawValue == 1003)
    }

    // Section 10.4: limits.

    @Test func frameIsAcceptedAtTheLimitAndRefusedBeyond() {
        let limits = WireLimits(messageBytes: 100, frameBytes: 10)
        #expect(error(rawFrame(0x81, .init(repeating: 0x61, count: 10)), limits: limits) == nil)
        #expect(error(rawFrame(0x81, announced: 11), limits: limits) == .frameTooLong(limit: 10))
    }

    @Test func messageIsAcceptedAtTheLimitAndRefusedBeyond() {
        let limits = WireLimits(messageBytes: 6, frameBytes: 10)
        let half = rawFrame(0x01, text("abc"))
        #expect(error(half + rawFrame(0x80, text("def")), limits: limits) == nil)
        #expect(error(half + rawFrame(0x80, announced: 4), limits: limits) == .messageTooLong(limit: 6))
        #expect(error(rawFrame(0x81, announced: 7), limits: limits) == .messageTooLong(limit: 6))
    }

    @Test func fragmentsAreAcceptedAtTheLimitAndRefusedBeyond() {
        let limits = WireLimits(fragments: 3)
        let two = rawFrame(0x01) + rawFrame(0x00)
        #expect(error(two + rawFrame(0x80), limits: limits) == nil)
        #expect(error(two + rawFrame(0x00) + rawFrame(0x80), limits: limits) == .tooManyFragments(limit: 3))
        // A whole message is one fragment, and the limit counts the fragments of one message.
        #expect(error(rawFrame(0x81) + rawFrame(0x81) + rawFrame(0x81), limits: WireLimits(fragments: 1)) == nil)
    }

    @Test func framesInOneReadAreAllDecoded() {
        let one = rawFrame(0x81, text("{\"a\":1}"))
        let bytes = Array(repeatElement(one, count: 1000).joined())
        let expected = [WebSocketDecoder.Event](repeating: .text(text("{\"a\":1}")), count: 1000)
        #expect(decodeFrames([bytes]).events == expected)
        #expect(decodeFrames(randomPieces(bytes, seed: 4)).events == expected)
    }

    @Test func messageInSmallPiecesIsCopiedOnce() throws {
        let payload = [UInt8](repeating: 0x61, count: 1_000)
        let frame = rawFrame(0x81, payload)
        var decoder = WebSocketDecoder(peerMasks: true, acceptsBinary: true, limits: WireLimits())
        var queue = ByteQueue()
        for (index, byte) in frame.dropLast().enumerated() {
            queue.append([byte])
            #expect(try decoder.next(in: &queue) == nil)
            // The decoder moves received payload out of the queue at once, so it copies each byte once.
            if index >= frame.count - payload.count { #expect(queue.isEmpty) }
        }
        queue.append([frame[frame.count - 1]])
        #expect(try decoder.next(in: &queue) == .text(payload))
    }
}
