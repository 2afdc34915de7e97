import Configuration
import Foundation
import Letter
import Model
import Terminal

/// Standard output and standard error, with their capabilities.
struct Screen {
    let output: Output
    let errors: Output
    private(set) var capabilities: TerminalCapabilities
    private(set) var errorCapabilities: TerminalCapabilities
    /// What keeps the parts of a page; nil at a terminal.
    private let recorder: ScreenRecorder?
    private var accent = BasicColour.cyan

    init(
        _ options: ScreenOptions = ScreenOptions(), in context: ProgramContext = .current
    ) {
        recorder = context.recorder
        if let recorder {
            (output, errors) = (recorder.output, recorder.output)
            (capabilities, errorCapabilities) = (.page, .page)
            return
        }
        output = Output(descriptor: context.output)
        errors = Output(descriptor: context.errors)
        capabilities = context.capabilities(of: context.output, colour: options.colour)
        errorCapabilities = context.capabilities(of: context.errors, colour: options.colour)
    }

    private init(_ screen: Screen, output: Output, errors: Output) {
        (self.output, self.errors) = (output, errors)
        recorder = nil
        (capabilities, accent) = (screen.capabilities, screen.accent)
        errorCapabilities = screen.errorCapabilities
    }

    /// The screen with another place for results.
    func writing(to output: Output) -> Screen { Screen(self, output: output, errors: errors) }

    /// Prints the first of some forms that leaves a line of the window free, else the last one.
    /// Elsewhere than at a terminal of known height it is the first.
    func printFitting<Form>(
        _ forms: [Form], after linesAbove: Int = 0, _ form: (Form, Screen) throws -> Void
    ) throws {
        for (position, candidate) in forms.enumerated() {
            guard let height = capabilities.height, forms.count > 1, !isPage else {
                return try form(candidate, self)
            }
            let kept = Output(collectingAtMost: .max)
            // Notes stay between the results where both are seen at one terminal.
            let notes = errorCapabilities.isTerminal ? kept : Output(collectingAtMost: .max)
            try form(candidate, Screen(self, output: kept, errors: notes))
            let lines = kept.collected.count { $0 == UInt8(ascii: "\n") }
            guard linesAbove + lines < height || position == forms.count - 1 else { continue }
            if notes !== kept { try errors.write(notes.collected) }
            return try output.write(kept.collected)
        }
    }

    var palette: Palette { Palette(capabilities, accent: accent) }

    /// The screen with the colour of the person's bars and lines. A page has its own.
    func coloured(by chosen: @autoclosure () throws -> AccentColour?) rethrows -> Screen {
        guard capabilities.usesColour, !isPage else { return self }
        var screen = self
        screen.accent = try chosen()?.ofTerminal ?? accent
        return screen
    }

    /// Whether lines and bars over time have a reader.
    var showsCharts: Bool { capabilities.isTerminal || isPage }

    /// Whether what is printed becomes a page.
    var isPage: Bool { recorder != nil }

    /// Draws on a page, and nothing elsewhere.
    func draw(_ drawing: @autoclosure () -> HTML) { recorder?.add(.drawing(drawing())) }

    /// The screen for what a person types, who has the characters to type it.
    var showingAllCharacters: Screen {
        var screen = self
        screen.capabilities = capabilities.showingAllCharacters
        screen.errorCapabilities = errorCapabilities.showingAllCharacters
        return screen
    }

    /// Prints text, broken at words. It must already be safe.
    func print(_ text: String = "") throws(OutputError) {
        if let recorder { return recorder.add(.text(text)) }
        try output.write(Self.shown(text, on: capabilities) + "\n")
    }

    /// Prints styled text, which must already be safe.
    func print(_ text: String, _ style: Style) throws(OutputError) {
        try print(Self.styled(text, as: style, palette))
    }

    /// Prints lines that must not be broken, such as source.
    func print(verbatim text: String) throws(OutputError) {
        if let recorder { return recorder.add(.verbatim(text)) }
        try output.write(palette.drawn(text) + "\n")
    }

    func print(_ table: Table) throws(OutputError) { _ = try printFitted(table) }

    /// Prints a table.
    ///
    /// - Returns: the headings of the columns that have room.
    func printFitted(_ table: Table) throws(OutputError) -> Set<String> {
        if let recorder {
            recorder.add(.table(table))
            return Set(table.columns.map(\.heading))
        }
        let (text, isCut, headings) = table.layout(width: capabilities.width, palette: palette)
        try output.write(text)
        if isCut {
            try note(
                "Text longer than \(Table.widestCell) columns is cut; --json has all of it.")
        }
        return headings
    }

    /// Prints a line on standard error, for what isn't part of the result.
    func note(_ text: String) throws(OutputError) {
        if let recorder { return recorder.add(.note(text)) }
        do {
            // Keeps the order of lines if both streams go to one place.
            try output.flush()
        } catch {
            // The next write to standard output reports this. Standard error may still have a
            // reader.
        }
        if output.isPaging, errorCapabilities.isTerminal { return try print(text) }
        try errors.write(Self.shown(text, on: errorCapabilities) + "\n")
        try errors.flush()
    }

    func warn(_ text: String) throws(OutputError) {
        try note(Self.styled(text, as: .warning, Palette(errorCapabilities)))
    }

    /// All text for people passes here.
    private static func shown(_ text: String, on capabilities: TerminalCapabilities) -> String {
        Prose.wrapped(Palette(capabilities).drawn(text), to: capabilities.width)
    }

    private static func styled(_ text: String, as style: Style, _ palette: Palette) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { palette.styled(String($0), as: style) }.joined(separator: "\n")
    }

    func report(_ failure: Failure) throws(OutputError) {
        let palette = Palette(errorCapabilities)
        try note(palette.styled("ghostvault: \(failure.whatHappened)", as: .negative))
        for line in failure.details { try note("  \(line)") }
        if !failure.whatToDo.isEmpty { try note("  \(failure.whatToDo)") }
    }

    /// Shows a question, and leaves the cursor behind it.
    func write(question: String) throws(OutputError) {
        if isPage { return }
        try errors.write(Self.shown(question, on: errorCapabilities) + " ")
    }

    /// Replaces the last line of standard error, for progress at a terminal.
    func overwrite(_ text: String) throws(OutputError) {
        if isPage { return }
        try errors.write("\r\u{1B}[K" + Self.line(text, on: errorCapabilities))
        try errors.flush()
    }

    /// Text that fits one line, since a longer one can't be replaced.
    static func line(_ text: String, on capabilities: TerminalCapabilities) -> String {
        // The mark of a cut is longer in ASCII.
        let cut = capabilities.width.map { SafeText.truncated(text, to: $0 - 3) } ?? text
        return Palette(capabilities).drawn(cut)
    }

    func flush() throws(OutputError) {
        try output.endPaging()
        try output.flush()
        try errors.flush()
    }
}

/// Questions at the terminal, on standard error. Standard output holds only results.
struct Conversation {
    let screen: Screen

    /// Whether a person can answer.
    static var isPossible: Bool {
        ProgramContext.current.inputIsTerminal && ProgramContext.current.errorsAreTerminal
    }

    /// Asks for a line.
    ///
    /// - Returns: the trimmed answer; nil if the person pressed Control-D.
    func ask(_ question: String) throws -> String? {
        try screen.flush()
        try screen.write(question: question)
        try screen.errors.flush()
        guard let answer = readLine() else {
            try screen.note("")
            return nil
        }
        return answer.trimmingCharacters(in: .whitespaces)
    }

    /// Asks a yes-or-no question until the answer is one. Enter and Control-D mean no.
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

/// A yes-or-no question that needs a terminal.
enum Confirmation {
    /// - Returns: whether the answer was yes.
    /// - Throws: ``NobodyToAsk`` if standard input is not a terminal.
    static func ask(_ question: String, on screen: Screen) throws -> Bool {
        guard ProgramContext.current.inputIsTerminal else { throw NobodyToAsk(question: question) }
        return try Conversation(screen: screen).agrees(question)
    }
}

/// A question needs a person, and there is no terminal.
struct NobodyToAsk: Error {
    let question: String
    /// How to answer without a terminal.
    var advice = "Answer in advance with --yes"
}

extension TerminalCapabilities {
    fileprivate var showingAllCharacters: TerminalCapabilities {
        TerminalCapabilities(
            isTerminal: isTerminal, width: width, height: height, usesColour: usesColour,
            usesUnicode: true)
    }
}

extension AccentColour {
    fileprivate var ofTerminal: BasicColour {
        switch self {
        case .blue: .blue
        case .cyan: .cyan
        case .green: .green
        case .magenta: .magenta
        case .red: .red
        case .yellow: .yellow
        }
    }
}
