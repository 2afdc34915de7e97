/// What scripts can name beside the host's words: sources for `require`, and
/// tables for `map`. It is fixed when a sandbox is made, and sandboxes that are
/// made with the same library share it in memory.
public struct ScriptLibrary: Sendable {
    /// The sources that `require` finds.
    public let modules: [ScriptModule]

    /// The tables that `map` finds.
    public let maps: [ScriptMap]

    /// The names of maps that are there and can't be read: `map` says that of
    /// them, rather than that there are none.
    public let brokenMaps: [String]

    /// Where a person puts such files, for messages, such as "rules/".
    public let folder: String

    let packed: PackedLibrary

    /// Makes a library. The cost is that of copying its texts.
    ///
    /// - Parameters:
    ///   - modules: Sources with different names. Of two with one name the
    ///     first is found.
    ///   - maps: Tables with different names. Of two with one name the first
    ///     is found.
    ///   - brokenMaps: The names of maps that can't be read.
    ///   - folder: Where a person puts such files, for messages.
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

    /// A library with nothing in it.
    public static let empty = ScriptLibrary()
}

/// A source that scripts can `require`.
public struct ScriptModule: Sendable, Hashable {
    /// The name to require it by, such as "lib.payees".
    public let name: String

    /// Lua text. Precompiled Lua is refused, and so is a text longer than
    /// ``ScriptLimits/sourceBytes``, when a script requires it.
    public let source: [UInt8]

    /// What errors call the source, a file name say.
    public let chunkName: String

    /// Makes a module.
    ///
    /// - Parameters:
    ///   - name: The name to require it by.
    ///   - source: Lua text.
    ///   - chunkName: What errors call the source.
    public init(name: String, source: [UInt8], chunkName: String) {
        self.name = name
        self.source = source
        self.chunkName = chunkName
    }
}

/// A table to look things up in, such as the lines of a CSV file.
///
/// Keys are compared without the case of ASCII letters, without white space at
/// their ends, and with any other white space as one space.
public struct ScriptMap: Sendable, Hashable {
    /// One line of the table.
    public struct Entry: Sendable, Hashable {
        /// What to look for. Of entries with one key the first is found.
        public let key: String

        /// For each column a boolean, a number or a text. Any other value, and
        /// one that is missing, reads as nil.
        public let values: [ScriptValue]

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - key: What to look for.
        ///   - values: For each column a value.
        public init(key: String, values: [ScriptValue]) {
            self.key = key
            self.values = values
        }
    }

    /// The name by which scripts ask for it, such as "payees.csv".
    public let name: String

    /// The names of the columns after the key. With one column looking up a
    /// key gives that column's value, with several a row of them by name, and
    /// with none it gives true.
    public let columns: [String]

    /// The entries in the order in which `pairs` gives them.
    public let entries: [Entry]

    /// Makes a map.
    ///
    /// - Parameters:
    ///   - name: The name by which scripts ask for it.
    ///   - columns: The names of the columns after the key.
    ///   - entries: The entries in their order.
    public init(name: String, columns: [String], entries: [Entry]) {
        self.name = name
        self.columns = columns
        self.entries = entries
    }
}
