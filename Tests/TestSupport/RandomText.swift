extension RandomNumbers {
    /// Text from anywhere in Unicode, with the dangerous corners well visited.
    public mutating func text(upTo length: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            let range = Self.corners.randomElement(using: &self) ?? 0x20...0x7E
            scalars.append(
                Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "\u{FFFD}")
        }
        return String(scalars)
    }

    private static let corners: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0xFF, 0x300...0x36F, 0x600...0x6FF,
        0x2000...0x206F, 0x4E00...0x9FFF, 0xE000...0xFFFF, 0x1F1E6...0x1FAFF, 0xE0000...0xE01EF,
        0...0x10FFFF,
    ]
}
