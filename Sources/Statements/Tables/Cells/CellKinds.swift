/// The kinds of bytes that a cell has. They refuse most cells at a glance.
struct CellKinds {
    private(set) var isASCII = true
    /// Of ASCII, as are the others.
    private(set) var digits = 0
    private(set) var letters = 0
    /// Points and commas.
    private(set) var marks = 0

    init(_ cell: String) {
        for byte in cell.utf8 {
            switch byte {
            case 48...57: digits += 1
            case 65...90, 97...122: letters += 1
            case 44, 46: marks += 1
            case 128...: isASCII = false
            default: break
            }
        }
    }
}
