/// Which bytes of a text mean the same to a set of literals: all that are in no
/// literal, and a letter of ASCII in either case.
struct ByteColumns: Sendable {
    /// By byte; 0 for one that is in no literal.
    private(set) var ofByte = [UInt8](repeating: 0, count: 256)
    private(set) var count = 1

    /// - Parameter literals: without capitals of ASCII.
    init(of literals: [[UInt8]]) {
        for byte in literals.joined() where ofByte[Int(byte)] == 0 {
            ofByte[Int(byte)] = UInt8(count)
            count += 1
        }
        for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            ofByte[Int(letter)] = ofByte[Int(letter | 0x20)]
        }
    }
}
