import Foundation
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Questions to the person at the terminal. They stand on standard error, so
/// that standard output holds answers alone.
struct Conversation {
    let screen: Screen

    /// Whether somebody is there to be asked.
    static var isPossible: Bool { isatty(0) == 1 && isatty(2) == 1 }

    /// Asks for a line.
    ///
    /// - Returns: the answer without white space around it; nil where the
    ///   person ended the conversation (Control-D).
    func ask(_ question: String) throws -> String? {
        try screen.flush()
        try screen.errors.write("\(question) ")
        try screen.errors.flush()
        guard let answer = readLine() else {
            try screen.note("")
            return nil
        }
        return answer.trimmingCharacters(in: .whitespaces)
    }

    /// Asks for a yes or a no, again after any other word. Enter, and the end of the
    /// conversation, is a no.
    func agrees(_ question: String) throws -> Bool {
        while let answer = try ask("\(question) [y/N]")?.lowercased() {
            switch answer {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: try screen.note("Answer y for yes, or n or Enter for no.")
            }
        }
        return false
    }
}
