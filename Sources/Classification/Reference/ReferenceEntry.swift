/// One thing that Lua files can name, with what a person should know of it.
///
/// The reference page and the stubs for editors are both written from these,
/// so that they can't differ.
package struct ReferenceEntry {
    package let name: String
    let kind: Kind
    /// A sentence or two, in Markdown.
    let help: String

    enum Kind {
        /// A value, with its type as the Lua language server writes types.
        case field(type: String)
        /// A function or, with a colon before its name, a method.
        case function([Parameter], returns: String?, isMethod: Bool)
    }

    package struct Parameter {
        let name: String
        let type: String

        package init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    package static func field(_ name: String, _ type: String, _ help: String) -> ReferenceEntry {
        ReferenceEntry(name: name, kind: .field(type: type), help: help)
    }

    package static func function(
        _ name: String, _ parameters: [Parameter] = [], returns: String? = nil, _ help: String
    ) -> ReferenceEntry {
        ReferenceEntry(
            name: name, kind: .function(parameters, returns: returns, isMethod: false), help: help)
    }

    static func method(
        _ name: String, _ parameters: [Parameter] = [], returns: String? = nil, _ help: String
    ) -> ReferenceEntry {
        ReferenceEntry(
            name: name, kind: .function(parameters, returns: returns, isMethod: true), help: help)
    }
}

/// Entries that belong together: a class of the stubs, a heading of the page.
package struct ReferenceSection {
    let title: String
    /// What stubs call it, "ghostvault.Transaction"; nil for names that stand
    /// alone.
    let typeName: String?
    /// In Markdown; a few sentences.
    let introduction: String
    /// Whether each field may be left out.
    let isAllOptional: Bool
    let entries: [ReferenceEntry]

    package init(
        _ title: String, type typeName: String? = nil, isAllOptional: Bool = false,
        _ introduction: String, _ entries: [ReferenceEntry]
    ) {
        self.title = title
        self.typeName = typeName
        self.introduction = introduction
        self.isAllOptional = isAllOptional
        self.entries = entries
    }
}
