public import Model

/// The names that automations may use.
public struct AutomationNames: Sendable {
    public let categories: CategoryTree
    /// Of config/automation.toml.
    public let webhooks: Set<String>
    /// Of config/automation.toml.
    public let commands: Set<String>

    public init(categories: CategoryTree, webhooks: Set<String> = [], commands: Set<String> = []) {
        self.categories = categories
        self.webhooks = webhooks
        self.commands = commands
    }
}
