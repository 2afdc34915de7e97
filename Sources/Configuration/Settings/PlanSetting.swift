public import Model

/// A setting of an entry of `plan.toml`.
public enum PlanSetting: Sendable {
    case text(String, String)
    case number(String, Int)

    /// The entry as the file would have it.
    public static func entry(
        _ kind: PlanLine.Kind, _ name: String, _ settings: [PlanSetting]
    ) -> String {
        (["[[\(kind.rawValue)]]"] + ([.text("name", name)] + settings).map(\.line))
            .joined(separator: "\n") + "\n"
    }

    private var line: String {
        switch self {
        case .text(let name, let text): "\(name) = \(Self.quoted(text))"
        case .number(let name, let number): "\(name) = \(number)"
        }
    }

    /// A basic string of TOML.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

extension ConfigurationFiles {
    /// The meaning of entries that stand in no file.
    public func plan(of entries: [String]) throws(ConfigurationError) -> WrittenPlan {
        try replacing(Self.planFile, with: entries.joined(separator: "\n")).plan()
    }
}
