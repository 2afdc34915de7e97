/// Values as Lua text.
public enum LuaLiteral {
    /// A text in quotes, whatever it holds.
    public static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            // Three digits, so that a digit after it is no part of it.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value)
                literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
