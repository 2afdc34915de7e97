/// Sources for `require` and tables for `map`. A sandbox's library can't change.
/// Sandboxes created with the same library share it in memory.
public struct ScriptLibrary: Sendable {
    /// The sources that `require` finds.
    public let modules: [ScriptModule]

    /// The tables that `map` finds.
    public let maps: [ScriptMap]

    /// The names of maps that exist but can't be read. `map` reports them as
    /// unreadable rather than missing.
    public let brokenMaps: [String]

    /// The folder for such files, for messages, such as "rules/".
    public let folder: String

    let packed: PackedLibrary

    /// Creates a library. The cost is that of copying its strings.
    ///
    /// - Parameters:
    ///   - modules: sources with different names. Of duplicates, the first counts.
    ///   - maps: tables with different names. Of duplicates, the first counts.
    ///   - brokenMaps: the names of maps that can't be read.
    ///   - folder: the folder for such files, for messages.
    public init(
        modules: [ScriptModule] = [], maps: [ScriptMap] = [], brokenMaps: [String] = [],
        folder: String = "rules/"
    ) {
        self.modules = modules
        self.maps = maps
        self.brokenMaps = brokenMaps
        self.folder = folder
        packed = PackedLibrary(
            modules: modules, maps: maps, brokenMaps: brokenMaps, folder: folder)
    }

    public static let empty = ScriptLibrary()
}

/// A source that scripts can `require`.
public struct ScriptModule: Sendable, Hashable {
    /// The name for `require`, such as "lib.payees".
    public let name: String

    /// Lua text. `require` rejects precompiled Lua and texts longer than
    /// ``ScriptLimits/sourceBytes``.
    public let source: [UInt8]

    /// The source's name in errors, such as a file name.
    public let chunkName: String

    /// Creates a module.
    ///
    /// - Parameters:
    ///   - name: the name for `require`.
    ///   - source: Lua text.
    ///   - chunkName: the source's name in errors.
    public init(name: String, source: [UInt8], chunkName: String) {
        self.name = name
        self.source = source
        self.chunkName = chunkName
    }
}

/// A lookup table, such as a CSV file.
///
/// Keys are compared without ASCII case and without surrounding white space. Inner
/// white space counts as one space.
public struct ScriptMap: Sendable, Hashable {
    /// One row of the table.
    public struct Entry: Sendable, Hashable {
        /// The lookup key. Of duplicates, the first counts.
        public let key: String

        /// A boolean, number or string for each column. Any other value, or a
        /// missing one, reads as nil.
        public let values: [ScriptValue]

        /// Its line in the file; nil if its format has no lines.
        public let line: Int?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - key: the lookup key.
        ///   - values: one for each column.
        ///   - line: its line in the file.
        public init(key: String, values: [ScriptValue], line: Int? = nil) {
            self.key = key
            self.values = values
            self.line = line
        }
    }

    /// The map's name in scripts, such as "payees.csv".
    public let name: String

    /// The names of the columns after the key. With one column, a lookup returns
    /// that column's value; with several, a row of them by name; with none, true.
    public let columns: [String]

    /// The entries in the order of `pairs`.
    public let entries: [Entry]

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - name: the map's name in scripts.
    ///   - columns: the names of the columns after the key.
    ///   - entries: the entries in order.
    public init(name: String, columns: [String], entries: [Entry]) {
        self.name = name
        self.columns = columns
        self.entries = entries
    }
}
