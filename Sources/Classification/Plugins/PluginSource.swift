/// The files of one plugin, as they lie in its folder.
public struct PluginSource: Hashable, Sendable {
    /// One file of the folder.
    public struct File: Hashable, Sendable {
        /// Within the plugin's folder, "plugin.lua" or "data/shops.csv".
        public let path: String
        public let bytes: [UInt8]

        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The folder's own name, which is the plugin's name.
    public let name: String

    /// What messages call the folder, "Plugins/refunds".
    public let folder: String

    /// In bytewise order of their paths.
    public let files: [File]

    /// Whether it comes with the program.
    public let isShipped: Bool

    public init(name: String, folder: String, files: [File], isShipped: Bool) {
        self.name = name
        self.folder = folder
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.isShipped = isShipped
    }

    /// A file of the folder, or nil where there is none of that path.
    public func file(_ path: String) -> File? { files.first { $0.path == path } }

    /// The file that declares the plugin.
    public static let mainPath = "plugin.lua"

    /// The file with the plugin's tests.
    public static let testsPath = "tests.lua"
}
