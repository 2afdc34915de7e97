public import Classification
internal import Vault

/// What a person looks at before a plugin may run.
public struct PluginReview: Sendable {
    /// What the plugin's files are compared with.
    public enum Basis: Hashable, Sendable {
        /// What was approved last, in POSIX seconds.
        case approval(at: Int64)
        /// The program's own plugin of that name, which these files replace.
        case shipped
        /// There is nothing to compare with.
        case nothing
    }

    public let plugin: InstalledPlugin
    /// The files that will be approved: exactly those, whatever happens in the
    /// folder meanwhile.
    public let source: PluginSource
    public let basis: Basis
    /// What differs from the basis; empty where there is none.
    public let changes: [PluginChange]

    public var fingerprint: Fingerprint { Fingerprint(of: source.files) }
}

extension Engine {
    /// Gathers what a person should see of a plugin before approving it.
    ///
    /// - Throws: ``PluginError/broken(_:_:)`` where the plugin can't be
    ///   read.
    public func reviewPlugin(_ name: String) throws -> PluginReview {
        let plugin = try plugin(named: name)
        guard let source = plugin.source, plugin.manifest != nil else {
            throw PluginError.broken(name, plugin.problems)
        }
        let folders = try PluginFolders(vaultPath: vault.folder.pluginsPath)
        let shipped = folders.folders.first { $0.name == name }?.shipped
        let basis: PluginReview.Basis
        let files: [PluginSource.File]
        if let approval = try vault.pluginApproval(of: name) {
            basis = .approval(at: approval.approvedAt)
            files = approval.files.map { PluginSource.File(path: $0.path, bytes: $0.bytes) }
        } else {
            basis = shipped == nil ? .nothing : .shipped
            files = shipped?.files ?? source.files
        }
        return PluginReview(
            plugin: plugin, source: source, basis: basis,
            changes: PluginChange.changes(from: files, to: source.files))
    }

    /// Takes the person's word that a plugin may run with the files of a
    /// review.
    public func approve(_ review: PluginReview) throws {
        try vault.approvePlugin(
            review.source.name,
            PluginApproval(
                approvedAt: moment.now,
                files: review.source.files.map {
                    PluginApproval.File(path: $0.path, bytes: $0.bytes)
                }))
    }
}
