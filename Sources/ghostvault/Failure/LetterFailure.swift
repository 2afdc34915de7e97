import Model

extension Failure {
    init(_ error: LetterError) {
        switch error {
        case .wrongFigures(let lines):
            self.init(
                .failed, "The letter's figures don't add up.",
                details: lines.prefix(10).map { SafeText.neutralised($0) },
                "Nothing was written. This is a mistake in ghostvault; please report it.")
        case .noPrinter:
            self.init(
                .failed, "No program that makes PDF is installed.",
                "Install WeasyPrint (apt install weasyprint) or Chromium (apt install chromium), "
                    + "or print the HTML file from a browser.")
        case .notPrinted(let program, let reason):
            self.init(
                .failed, "The PDF was not made.",
                details: [SafeText.neutralised("\(program): \(reason)")],
                "Nothing was written. Without --pdf you get the HTML file, which any browser "
                    + "prints.")
        }
    }
}
