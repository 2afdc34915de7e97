/// What plugins may be called: the name is a folder's, and stands in commands,
/// reasons and messages.
enum PluginName {
    /// Small letters, digits, "-" and "_", a letter first, at most 40.
    static func isValid(_ name: String) -> Bool {
        let letters: ClosedRange<Character> = "a"..."z"
        guard let first = name.first, letters.contains(first), name.utf8.count <= 40 else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }

    static let form = "small letters, digits, \"-\" and \"_\", a letter first, at most 40"
}
