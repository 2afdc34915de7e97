extension Sequence<UInt8> {
    /// Two lowercase hexadecimal digits for each byte, without separators.
    public var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
