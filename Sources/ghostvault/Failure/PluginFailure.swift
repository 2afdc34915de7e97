import Classification
import Engine

extension Failure {
    init(_ error: PluginError) {
        switch error {
        case .unknown(let name, let hint):
            self.init(
                .failed, "There is no plugin \"\(name)\"\(hint).",
                "\"ghostvault plugins list\" shows those that there are.")
        case .unfitName(let name, let form):
            self.init(
                .failed, "A plugin can't be called \"\(name)\".",
                details: ["A plugin's name has \(form)."], "Choose another; nothing was made.")
        case .exists(let name, let isShipped):
            self.init(
                .failed,
                isShipped
                    ? "A plugin \"\(name)\" comes with the program."
                    : "There is a plugin \"\(name)\" already.",
                "Choose another name; nothing was made.")
        case .broken(let name, let problems):
            self.init(
                .rules, "The plugin \"\(name)\" can't be used.",
                details: problems.map(FindingsView.line), "Mend it and try again.")
        case .unknownSetting(let setting, let plugin, let known, let hint):
            self.init(
                .failed, "The plugin \"\(plugin)\" has no setting \"\(setting)\"\(hint).",
                known.isEmpty
                    ? "It has no settings."
                    : "It has \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .unfitSetting(let setting, let plugin, let expected):
            self.init(
                .failed, "The setting \"\(setting)\" of \"\(plugin)\" must be \(expected).",
                "Nothing was changed. \"ghostvault plugins show \(plugin)\" tells what it is for.")
        }
    }
}

/// A question that only a person may answer, where none can be asked.
struct NobodyToAsk: Error {
    let question: String
}
