public import Model

/// What a plugin says of itself in `plugin { … }`.
public struct PluginManifest: Hashable, Sendable {
    /// The name of its folder.
    public let name: String
    public let version: String
    /// One sentence for lists.
    public let summary: String
    /// The attributes that it may decide; it is held to them.
    public let decides: [Attribute]
    /// Stages or plugins that come before it.
    public let after: [String]
    /// Stages or plugins that come after it.
    public let before: [String]
    /// Plugins that it can't do without; they come before it.
    public let needs: [String]
    /// In the order of their names.
    public let settings: [PluginSetting]

    public init(
        name: String, version: String, summary: String, decides: [Attribute],
        after: [String] = [], before: [String] = [], needs: [String] = [],
        settings: [PluginSetting] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.decides = decides
        self.after = after
        self.before = before
        self.needs = needs
        self.settings = settings
    }

    /// A setting by its name.
    public func setting(_ name: String) -> PluginSetting? {
        settings.first { $0.name == name }
    }
}
