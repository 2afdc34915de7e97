public import Classification

/// A plugin that is there, with all that is known and decided about it.
public struct InstalledPlugin: Sendable {
    public enum State: String, Sendable {
        /// Every pass asks it.
        case on
        case off
        /// It is new or was changed, and runs only once the person says so.
        case needsApproval = "needs_approval"
        /// It is switched on, and has no place among the stages.
        case leftOut = "left_out"
        /// Its folder, its main file or a setting has a mistake.
        case broken
        /// It is switched on, and its folder is gone.
        case missing
    }

    /// A setting with what holds for it now.
    public struct Setting: Hashable, Sendable {
        public let setting: PluginSetting
        public let value: SettingValue
        /// Whether nothing else was set.
        public let isDefault: Bool
    }

    /// Where it stands, or would stand, among the stages of the pipeline; nil
    /// at either end.
    public struct Place: Hashable, Sendable {
        public let after: String?
        public let before: String?
    }

    public let name: String
    /// What messages call its folder, "Plugins/refunds".
    public let folder: String
    public let state: State
    /// Whether the person wants it to run; nil where nothing was said, which
    /// means no.
    public let isEnabled: Bool?
    public let trust: PluginTrust
    /// Its files, or nil where something is wrong with them.
    public let source: PluginSource?
    /// What it says of itself, or nil where that can't be read.
    public let manifest: PluginManifest?
    /// In the order of their names.
    public let settings: [Setting]
    public let place: Place?
    public let problems: [RuleFileProblem]

    public var isShipped: Bool { source?.isShipped ?? false }

    /// The beginning of its README: what stands between the heading and the
    /// first empty line after it. Empty where there is none.
    public var introduction: String {
        guard let readme = source?.file("README.md") else { return "" }
        return String(decoding: readme.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }
            .prefix { !$0.allSatisfy(\.isWhitespace) }
            .joined(separator: " ")
    }
}
