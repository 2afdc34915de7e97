#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Single key presses at the terminal, which it does not show.
///
/// Control-C arrives as a key, so that the terminal can be left as it was.
public final class KeyReader {
    public enum Key: Hashable, Sendable {
        case character(Character)
        case enter, backspace, escape, up, down, left, right
        /// Control-C, Control-D, or nothing left to read.
        case end
        /// A key without a meaning here.
        case other
    }

    private let before: termios

    /// Nil if standard input is no terminal.
    public init?() {
        var settings = termios()
        guard isatty(0) == 1, tcgetattr(0, &settings) == 0 else { return nil }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        // What was typed ahead counts.
        guard tcsetattr(0, TCSADRAIN, &settings) == 0 else { return nil }
    }

    deinit { restore() }

    /// Waits for a key.
    public func next() -> Key {
        guard let byte = byte() else { return .end }
        switch byte {
        case 0x03, 0x04: return .end
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .backspace
        case 0x1B: return escaped()
        case 0..<0x20: return .other
        default: return character(from: byte)
        }
    }

    /// Lets lines be typed and shown as usual while `body` runs.
    public func withLines<Value>(_ body: () throws -> Value) rethrows -> Value {
        var settings = termios()
        tcgetattr(0, &settings)
        restore()
        defer { tcsetattr(0, TCSADRAIN, &settings) }
        return try body()
    }

    private func restore() {
        var settings = before
        tcsetattr(0, TCSADRAIN, &settings)
    }

    /// The key of an escape sequence, such as ESC [ A; a lone escape has nothing behind it.
    private func escaped() -> Key {
        guard isReady(), let opening = byte() else { return .escape }
        guard opening == UInt8(ascii: "[") || opening == UInt8(ascii: "O") else { return .other }
        while isReady(), let byte = byte() {
            guard (0x40...0x7E).contains(byte) else { continue }
            switch byte {
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            default: return .other
            }
        }
        return .other
    }

    /// A character of UTF-8.
    private func character(from first: UInt8) -> Key {
        var bytes = [first]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        while bytes.count < length, let next = byte() { bytes.append(next) }
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
            text.count == 1
        else { return .other }
        return .character(character)
    }

    private func byte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(0, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Whether more of an escape sequence is there; it comes at once, also over a slow line.
    private func isReady() -> Bool {
        var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 50) == 1
    }
}
