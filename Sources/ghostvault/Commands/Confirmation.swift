import Foundation
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A question to the person at the terminal, to be answered yes or no.
enum Confirmation {
    /// - Returns: whether the answer was yes.
    /// - Throws: ``NobodyToAsk`` where standard input is no terminal.
    static func ask(_ question: String, on screen: Screen) throws -> Bool {
        guard isatty(0) == 1 else { throw NobodyToAsk(question: question) }
        return try Conversation(screen: screen).agrees(question)
    }
}
