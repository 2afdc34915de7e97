import Model

/// The reference as annotations for the Lua language server.
struct LuaStubs {
    let sections: [ReferenceSection]
    let categories: [String]

    var text: String {
        """
        ---@meta
        -- Written by `ghostvault lua stubs`; write it anew rather than editing it.

        \(alias("Class", TransactionClass.allCases.map(\.rawValue)))
        \(alias("Lens", Lens.allCases.map(\.rawValue)))
        \(alias("Attribute", SettableAttribute.allCases.map(\.rawValue)))
        \(alias("AccountType", AccountType.allCases.map(\.rawValue)))
        \(alias("Weekday", RuleFields.weekdays))
        \(alias("Category", categories))
        ---A test that stands in a condition, made by a word such as `contains`.
        ---@class ghostvault.Test

        """ + sections.map { "\n" + section($0) }.joined()
    }

    private func alias(_ name: String, _ words: [String]) -> String {
        "---@alias ghostvault.\(name) " + words.map { "\"\($0)\"" }.joined(separator: "|")
    }

    private func section(_ section: ReferenceSection) -> String {
        guard let type = section.typeName else {
            return section.entries.map { function($0, of: nil) }.joined(separator: "\n")
        }
        let table = type == "stringlib" ? "string" : "ghostvault_" + name(type)
        var text = ""
        if type != "stringlib" {
            text += comment(section.introduction) + "---@class \(type)\n"
            for entry in section.entries {
                guard case .field(let type) = entry.kind else { continue }
                let mark = section.isAllOptional ? "?" : ""
                text += "---@field \(entry.name)\(mark) \(self.type(type, entry)) \(entry.help)\n"
            }
            text += "local \(table) = {}\n"
        }
        for entry in section.entries {
            guard case .function = entry.kind else { continue }
            text += "\n" + function(entry, of: table)
        }
        return text
    }

    /// "Transaction" of "ghostvault.DecidedTransaction: ghostvault.Transaction".
    private func name(_ type: String) -> Substring {
        (type.split(separator: ":").first ?? "").split(separator: ".").last ?? ""
    }

    private func type(_ type: String, _ entry: ReferenceEntry) -> String {
        entry.name == "category" && type == "string" ? "ghostvault.Category" : type
    }

    private func function(_ entry: ReferenceEntry, of table: String?) -> String {
        guard case .function(let parameters, let returns, let isMethod) = entry.kind else {
            return ""
        }
        var text = comment(entry.help)
        for parameter in parameters { text += "---@param \(parameter.name) \(parameter.type)\n" }
        if let returns { text += "---@return \(returns)\n" }
        let owner = table.map { $0 + (isMethod ? ":" : ".") } ?? ""
        let names = parameters.map { $0.name.filter { $0 != "?" } }
        return text + "function \(owner)\(entry.name)(\(names.joined(separator: ", "))) end\n"
    }

    private func comment(_ text: String) -> String { "---\(text)\n" }
}
