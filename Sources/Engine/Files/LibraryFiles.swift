internal import Classification
internal import Configuration
internal import Foundation
internal import Scripting

/// What the Lua files of a folder can require and look up: the other files of
/// that folder.
struct LibraryFiles {
    /// What messages call the folder, "rules".
    private let folder: String
    let library: ScriptLibrary
    /// All of the folder.
    let files: [PluginSource.File]
    /// Those of the library that lie in the folder itself.
    let modules: [ScriptModule]
    let maps: [ScriptMap]
    /// Files that can't be used, each with what is wrong.
    let problems: [RuleFileProblem]
    /// Those of them of files that can't be read from the disk.
    private let unreadable: [RuleFileProblem]
    /// Where maps are read.
    private let host: ScriptHost

    /// As messages call its files, "rules/payees.csv".
    var paths: [String] { files.map { "\(folder)/\($0.path)" } + problems.map(\.file) }

    /// The files that can't be used, as a pass tells them.
    var leftOut: [LeftOutFile] {
        var files: [String] = []
        for problem in problems where !files.contains(problem.file) { files.append(problem.file) }
        return files.map { file in
            LeftOutFile(file: file, problems: problems.filter { $0.file == file })
        }
    }

    /// - Parameters:
    ///   - folder: what messages call it, "rules".
    ///   - files: with their paths within the folder. Lua files become modules
    ///     by their path with points, "shared.words"; CSV and TOML files become
    ///     maps by their path.
    ///   - host: where maps are read.
    init(
        folder: String, files: [PluginSource.File], problems: [RuleFileProblem] = [],
        on host: ScriptHost
    ) {
        self.folder = folder
        self.files = files
        self.host = host
        unreadable = problems
        var own = Reading(host: host, problems: problems)
        for file in files { own.add(file, folder: folder) }
        var shipped = Reading(host: .inThisProcess)
        for file in Self.shipped { shipped.add(file, folder: "library") }
        modules = own.modules
        maps = own.maps
        // Of two of one name the first is found, which is the folder's own.
        library = ScriptLibrary(
            modules: own.modules + shipped.modules, maps: own.maps + shipped.maps,
            brokenMaps: own.problems.map(\.file).filter(MapFile.isMap).map {
                String($0.dropFirst(folder.count + 1))
            },
            folder: folder + "/")
        self.problems = own.problems + shipped.problems
    }

    /// With other bytes in some files.
    ///
    /// - Parameter texts: by their paths within the vault. What was wrong with any of
    ///   these files is forgotten.
    func with(_ texts: [String: [UInt8]]) -> LibraryFiles {
        var files = files.filter { texts["\(folder)/\($0.path)"] == nil }
        for (path, bytes) in texts where Self.isOfLibrary(path) {
            files.append(
                PluginSource.File(path: String(path.dropFirst(folder.count + 1)), bytes: bytes))
        }
        return LibraryFiles(
            folder: folder,
            files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
            problems: unreadable.filter { texts[$0.file] == nil }, on: host)
    }

    private struct Reading {
        let host: ScriptHost
        var modules: [ScriptModule] = []
        var maps: [ScriptMap] = []
        var problems: [RuleFileProblem] = []

        mutating func add(_ file: PluginSource.File, folder: String) {
            if file.path.hasSuffix(".lua") {
                modules.append(
                    ScriptModule(
                        name: file.path.dropLast(".lua".count)
                            .split(separator: "/").joined(separator: "."),
                        source: file.bytes, chunkName: "\(folder)/\(file.path)"))
            } else if MapFile.isMap(file.path) {
                do throws(ConfigurationError) {
                    maps.append(
                        try MapFile.read(
                            name: file.path, file: "\(folder)/\(file.path)", bytes: file.bytes,
                            on: host))
                } catch {
                    problems.append(
                        RuleFileProblem(
                            file: error.file, line: error.line, column: error.column,
                            message: error.message))
                }
            }
        }
    }

    /// What comes with the program for all Lua files: `require("ghostvault.days")`.
    private static var shipped: [PluginSource.File] {
        ShippedFiles.all.filter { $0.path.hasPrefix("library/") }.map {
            PluginSource.File(path: String($0.path.dropFirst("library/".count)), bytes: $0.bytes)
        }
    }

    /// Whether a file, "rules/payees.csv", is not of those that declare something.
    static func isOfLibrary(_ path: String) -> Bool {
        !path.hasSuffix(".lua") || path.count(where: { $0 == "/" }) > 1
    }

    /// By their paths within the vault.
    var texts: [String: [UInt8]] {
        Dictionary(files.map { ("\(folder)/\($0.path)", $0.bytes) }, uniquingKeysWith: { $1 })
    }

    /// Of the vault's rules: Lua files in folders within `rules/`, and maps
    /// anywhere in it.
    ///
    /// - Parameter path: where the vault has its rules; need not be there.
    static func ofRules(
        vaultPath path: String, on host: ScriptHost,
        unreadable: [RuleFileProblem] = []
    ) -> LibraryFiles {
        besideFiles(of: "rules", vaultPath: path, host, unreadable)
    }

    /// Of the vault's automations, in the same way.
    ///
    /// - Parameter path: where the vault has them; need not be there.
    static func ofAutomation(
        vaultPath path: String, on host: ScriptHost,
        unreadable: [RuleFileProblem] = []
    ) -> LibraryFiles {
        besideFiles(of: "automation", vaultPath: path, host, unreadable)
    }

    /// The files that the Lua files of a folder itself can name.
    private static func besideFiles(
        of folder: String, vaultPath path: String, _ host: ScriptHost,
        _ unreadable: [RuleFileProblem]
    ) -> LibraryFiles {
        guard FileManager.default.fileExists(atPath: path) else {
            return LibraryFiles(folder: folder, files: [], on: host)
        }
        var reader = FolderReader(path: path, folder: folder) { file in
            file.hasSuffix(".lua") ? file.contains("/") : MapFile.isMap(file)
        }
        reader.read()
        return LibraryFiles(
            folder: folder, files: reader.files, problems: unreadable + reader.problems,
            on: host)
    }

    /// Of a plugin: all of its files but those that declare it and its tests.
    static func of(_ plugin: PluginSource, on host: ScriptHost) -> LibraryFiles {
        LibraryFiles(
            folder: plugin.folder,
            files: plugin.files.filter {
                $0.path != PluginSource.mainPath && $0.path != PluginSource.testsPath
            }, on: host)
    }
}

extension LoadedPlugin {
    /// Reads a plugin with the other files of its folder.
    ///
    /// - Throws: every mistake in its main file, and in the files that it could
    ///   look things up in.
    convenience init(
        withFilesOf source: PluginSource, on host: ScriptHost
    ) throws(PluginLoadError) {
        let files = LibraryFiles.of(source, on: host)
        guard files.problems.isEmpty else {
            throw PluginLoadError(plugin: source.name, problems: files.problems)
        }
        try self.init(source, library: files.library, on: host)
    }
}
