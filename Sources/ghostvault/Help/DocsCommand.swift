import ArgumentParser
import Classification
import Engine
import Model
import Terminal

/// The documentation, which is a part of the program.
struct DocsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Read the documentation.",
        discussion: """
            At a terminal, pages fit its width. Elsewhere they are printed as Markdown.

            Examples:
              ghostvault docs
              ghostvault docs writing-rules
              ghostvault docs rules
            """)

    @Argument(help: "The page, such as rules. Without it, all pages are listed.")
    var page: String?

    func run(on screen: Screen) throws {
        guard let page else {
            var pages = Table(columns: [.init("page"), .init("contents", isFlexible: true)])
            for page in ShippedDocument.all { pages.add([.init(page.name), .init(page.title)]) }
            try screen.print(pages)
            return
        }
        let name = page.hasSuffix(".md") ? String(page.dropLast(3)) : page
        let wanted = name.split(separator: "/").last.map(String.init) ?? name
        guard let document = ShippedDocument.all.first(where: { $0.name == wanted }) else {
            let guess = Suggestion.phrase(for: wanted, among: ShippedDocument.all.map(\.name))
            throw NoSuchName(
                message: "There is no page \"\(page)\"\(guess).",
                whatToDo: "\"ghostvault docs\" lists them.")
        }
        // A file or a pipe gets the Markdown itself.
        guard let width = screen.capabilities.width else {
            return try screen.output.write(document.text)
        }
        try screen.output.write(
            MarkdownPage(document.text).text(width: width, palette: screen.palette))
    }
}
