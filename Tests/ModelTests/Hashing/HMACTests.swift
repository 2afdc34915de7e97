import Model
import Testing

/// The test cases of RFC 4231.
@Suite("HMAC")
struct HMACTests {
    struct Published: Sendable, CustomTestStringConvertible {
        let name: String
        let key: [UInt8]
        let message: [UInt8]
        let expected: String

        var testDescription: String { name }
    }

    static let published = [
        Published(
            name: "a key shorter than the hash", key: [UInt8](repeating: 0x0B, count: 20),
            message: Array("Hi There".utf8),
            expected: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Published(
            name: "a key of four bytes", key: Array("Jefe".utf8),
            message: Array("what do ya want for nothing?".utf8),
            expected: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Published(
            name: "a message of bytes that are no text", key: [UInt8](repeating: 0xAA, count: 20),
            message: [UInt8](repeating: 0xDD, count: 50),
            expected: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Published(
            name: "a key longer than a block", key: [UInt8](repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            expected: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    ]

    @Test("has the published value of each published case", arguments: published)
    func values(_ published: Published) {
        let hash = HMAC.sha256(of: published.message, key: published.key)
        let digits = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digits == published.expected)
    }
}
