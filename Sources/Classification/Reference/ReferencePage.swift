/// The reference as a page of Markdown.
struct ReferencePage {
    let sections: [ReferenceSection]

    var text: String {
        """
        # Lua reference

        All names that rules, plugins and handlers of events can use, beside those of Lua 5.4 \
        itself. How to begin: [writing rules](writing-rules.md), \
        [automation](automation.md). For completion and checks in an editor, \
        `ghostvault lua stubs` writes the same names as annotations for the Lua language server.


        """ + sections.map(section).joined(separator: "\n")
    }

    private func section(_ section: ReferenceSection) -> String {
        var text =
            "## \(section.title)\n\n\(section.introduction)\n\n| name | what it is |\n| --- | --- |\n"
        for entry in section.entries {
            text += "| \(signature(entry)) | \(cell(entry.help))\(type(entry)) |\n"
        }
        return text
    }

    private func signature(_ entry: ReferenceEntry) -> String {
        switch entry.kind {
        case .field: "`\(entry.name)`"
        case .function(let parameters, _, let isMethod):
            "`\(isMethod ? ":" : "")\(entry.name)(\(parameters.map(\.name).joined(separator: ", ")))`"
        }
    }

    private func type(_ entry: ReferenceEntry) -> String {
        switch entry.kind {
        case .field(let type): " *\(cell(plain(type)))*"
        case .function(_, let returns?, _): " Gives *\(cell(plain(returns)))*."
        case .function(_, nil, _): ""
        }
    }

    /// The type in words that need no key: without the stubs' own prefix.
    private func plain(_ type: String) -> String {
        type.split(separator: "ghostvault.", omittingEmptySubsequences: false).joined()
    }

    /// A bar would end the cell of a table.
    private func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
