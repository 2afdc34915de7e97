import Terminal

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
