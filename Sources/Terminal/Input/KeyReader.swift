#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Single key presses at the terminal, which it does not show.
///
/// Control-C arrives as a key, so that the terminal can be left as it was.
public final class KeyReader {
    public enum Key: Hashable, Sendable {
        case character(Character)
        case enter, backspace, escape, tab, up, down, left, right, pageUp, pageDown, home, end
        /// Control-U.
        case clear
        /// Control-C, Control-D, or nothing left to read.
        case interrupt
        /// Control-Z.
        case suspend
        /// A key without a meaning here.
        case other
    }

    private let before: termios
    /// A key that was read too early.
    private var kept: Key?

    /// Nil if standard input is no terminal.
    public init?() {
        var settings = termios()
        guard isatty(0) == 1, tcgetattr(0, &settings) == 0 else { return nil }
        before = settings
        guard takeTerminal() else { return nil }
    }

    /// Has the terminal pass on single keys, again after ``restoration``.
    ///
    /// - Returns: whether it does.
    @discardableResult
    func takeTerminal() -> Bool {
        var settings = before
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        // What was typed ahead counts.
        return tcsetattr(0, TCSADRAIN, &settings) == 0
    }

    deinit { restoration() }

    /// Waits for a key.
    public func next() -> Key {
        if let key = kept {
            kept = nil
            return key
        }
        guard let byte = byte() else { return .interrupt }
        switch byte {
        case 0x03, 0x04: return .interrupt
        case 0x09: return .tab
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .backspace
        case 0x15: return .clear
        case 0x1A: return .suspend
        case 0x1B: return escaped()
        case 0..<0x20: return .other
        default: return character(from: byte)
        }
    }

    /// Lets the next key be one that was read.
    func putBack(_ key: Key) { kept = key }

    /// Waits for a key; nil if a signal with a handler comes first.
    func nextUnlessSignalled() -> Key? {
        var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, -1) < 0 && errno == EINTR ? nil : next()
    }

    /// Lets the terminal be as it was.
    var restoration: @Sendable () -> Void {
        { [before] in
            var settings = before
            tcsetattr(0, TCSADRAIN, &settings)
        }
    }

    /// The key of an escape sequence, such as ESC [ A; a lone escape has nothing behind it.
    private func escaped() -> Key {
        guard isReady(within: 50), let opening = byte() else { return .escape }
        guard opening == UInt8(ascii: "[") || opening == UInt8(ascii: "O") else { return .other }
        var number = ""
        while isReady(within: 50), let byte = byte() {
            guard !(0x40...0x7E).contains(byte) else { return Self.key(byte, number) }
            number.append(Character(Unicode.Scalar(byte)))
        }
        return .other
    }

    /// The key of a sequence's last byte, and of the number before it.
    private static func key(_ last: UInt8, _ number: String) -> Key {
        switch (Character(Unicode.Scalar(last)), number) {
        case ("A", _): .up
        case ("B", _): .down
        case ("C", _): .right
        case ("D", _): .left
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        case ("Z", _): .tab
        default: .other
        }
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

    /// Whether there is more to read; the rest of an escape sequence comes at once, also over a
    /// slow line.
    func isReady(within milliseconds: Int32) -> Bool {
        guard kept == nil else { return true }
        var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }
}
