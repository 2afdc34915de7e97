import Foundation
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard output and standard error, with what each can show.
struct Screen {
    let output = Output(descriptor: 1)
    let errors = Output(descriptor: 2)
    let capabilities = TerminalCapabilities(of: 1)
    let errorCapabilities = TerminalCapabilities(of: 2)

    var palette: Palette { Palette(capabilities) }

    func print(_ text: String = "") throws(OutputError) {
        try output.write(text + "\n")
    }

    /// A line with a style of its own. The text must be harmless already.
    func print(_ text: String, _ style: Style) throws(OutputError) {
        try print(palette.styled(text, as: style))
    }

    func print(_ table: Table) throws(OutputError) {
        let (text, isCut) = table.layout(width: capabilities.width, palette: palette)
        try output.write(text)
        if isCut {
            try note(
                "Texts longer than \(Table.widestCell) columns are cut; --json has them whole.")
        }
    }

    /// A line on standard error: for what is no part of the answer.
    func note(_ text: String) throws(OutputError) {
        do {
            // Where both go to one place, what was said first stands first.
            try output.flush()
        } catch {
            // Nobody reads the answer any more, which its next line will tell;
            // standard error may still have its reader.
        }
        try errors.write(text + "\n")
        try errors.flush()
    }

    func warn(_ text: String) throws(OutputError) {
        try note(Palette(errorCapabilities).styled(text, as: .warning))
    }

    func report(_ failure: Failure) throws(OutputError) {
        let palette = Palette(errorCapabilities)
        try note(palette.styled("ghostvault: \(failure.whatHappened)", as: .negative))
        for line in failure.details { try note("  \(line)") }
        if !failure.whatToDo.isEmpty { try note("  \(failure.whatToDo)") }
    }

    func flush() throws(OutputError) {
        try output.flush()
        try errors.flush()
    }
}

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

/// A question to the person at the terminal, to be answered yes or no.
enum Confirmation {
    /// - Returns: whether the answer was yes.
    /// - Throws: ``NobodyToAsk`` where standard input is no terminal.
    static func ask(_ question: String, on screen: Screen) throws -> Bool {
        guard isatty(0) == 1 else { throw NobodyToAsk(question: question) }
        return try Conversation(screen: screen).agrees(question)
    }
}

/// A question that only a person may answer, where none can be asked.
struct NobodyToAsk: Error {
    let question: String
}
