public import Classification

/// A file of a plugin that is not as it was.
public struct PluginChange: Hashable, Sendable {
    public let path: String
    /// Nil where the file was added.
    public let before: [UInt8]?
    /// Nil where the file was removed.
    public let after: [UInt8]?

    /// Its lines, and which of them were removed and added.
    public var lines: LineDifference { LineDifference(from: before ?? [], to: after ?? []) }

    /// Every file that differs, in bytewise order of the paths. A file with a
    /// new name is one removed and one added.
    public static func changes(
        from before: [PluginSource.File], to after: [PluginSource.File]
    ) -> [PluginChange] {
        var files: [[UInt8]: PluginChange] = [:]
        for file in before {
            files[Array(file.path.utf8)] = PluginChange(
                path: file.path, before: file.bytes, after: nil)
        }
        for file in after {
            let path = Array(file.path.utf8)
            files[path] = PluginChange(
                path: file.path, before: files[path]?.before, after: file.bytes)
        }
        return files.filter { $0.value.before != $0.value.after }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
}
