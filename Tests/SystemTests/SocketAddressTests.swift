import ChatSystem
import Testing

struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("203.0.113.250", "203.0.113.250"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8::9", "2001:db8:0:0::/64"),
    ])
    func networkIsTheIPv4AddressOrTheIPv6Prefix(address: String, network: String) throws {
        #expect(try #require(SocketAddress(host: address, port: 7)).network == network)
    }
}
