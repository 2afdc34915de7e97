enum LuaText {
    /// A text as Lua reads it back, whatever it holds.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            // As its number, in the three digits that can't run into a digit
            // after it.
            case _ where scalar.value < 32 || scalar.value == 127:
                quoted += scalar.value < 10 ? "\\00" : scalar.value < 100 ? "\\0" : "\\"
                quoted += "\(scalar.value)"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
