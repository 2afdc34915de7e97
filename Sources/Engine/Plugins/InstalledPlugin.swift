public import Classification

/// A plugin with its state and the user's decisions.
public struct InstalledPlugin: Sendable {
    public enum State: String, Sendable {
        /// Every pass runs it.
        case on
        case off
        /// It is new or changed, and runs only after the user's approval.
        case needsApproval = "needs_approval"
        /// It is switched on, but can't be placed among the stages.
        case leftOut = "left_out"
        /// Its folder, its main file or a setting has an error.
        case broken
        /// It is switched on, but its folder is gone.
        case missing
    }

    /// A setting with its current value.
    public struct Setting: Hashable, Sendable {
        public let setting: PluginSetting
        public let value: SettingValue
        public let isDefault: Bool
    }

    /// A value that the person gave for a setting that the plugin doesn't have, such as one that
    /// another version had.
    public struct IdleSetting: Hashable, Sendable {
        public let name: String
        public let value: String
        /// A similar name as a phrase to append; empty if there is none.
        public let hint: String

        public init(name: String, value: String, hint: String) {
            self.name = name
            self.value = value
            self.hint = hint
        }
    }

    /// Its actual or possible place among the pipeline's stages; nil at either end.
    public struct Place: Hashable, Sendable {
        public let after: String?
        public let before: String?
    }

    public let name: String
    /// The folder's name in messages, "Plugins/refunds".
    public let folder: String
    public let state: State
    /// The user's decision; nil if there is none, which means off.
    public let isEnabled: Bool?
    public let trust: PluginTrust
    /// The files; nil if something is wrong with them.
    public let source: PluginSource?
    /// The plugin's declaration; nil if it can't be read.
    public let manifest: PluginManifest?
    /// Sorted by name.
    public let settings: [Setting]
    /// Sorted by name.
    public let idleSettings: [IdleSetting]
    public let place: Place?
    public let problems: [RuleFileProblem]

    public var isShipped: Bool { source?.isShipped ?? false }

    /// The first paragraph of its README after the heading; empty if there is none.
    public var introduction: String {
        guard let readme = source?.file("README.md") else { return "" }
        return String(decoding: readme.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }
            .prefix { !$0.allSatisfy(\.isWhitespace) }
            .joined(separator: " ")
    }
}

/// A plugin that a pass skipped, or ran in an earlier version.
public struct RejectedPlugin: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// It is new or changed.
        case needsApproval(PluginTrust)
        case broken([RuleFileProblem])
        /// It depends on a plugin that does not run, or can't be placed among the stages.
        case hasNoPlace([RuleFileProblem])
        /// Its folder is gone.
        case missing
        /// It runs, but without these values of the user.
        case ignoresSettings([InstalledPlugin.IdleSetting])
    }

    public let name: String
    /// Whether the user switched it on; otherwise it is only reported.
    public let isEnabled: Bool
    public let reason: Reason
    /// Whether the last approved or the shipped version ran.
    public var isHeldBack = false

    /// Whether the pass lacks what the plugin as it is now would decide.
    public var isMissed: Bool {
        if case .ignoresSettings = reason { false } else { isEnabled }
    }

    public init(name: String, isEnabled: Bool, reason: Reason, isHeldBack: Bool = false) {
        self.name = name
        self.isEnabled = isEnabled
        self.reason = reason
        self.isHeldBack = isHeldBack
    }
}
