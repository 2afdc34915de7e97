internal import Classification
internal import Configuration
internal import Foundation
internal import Scripting

/// The files that a folder's Lua files can require and look up.
struct LibraryFiles {
    /// The folder's name in messages, "rules".
    private let folder: String
    let library: ScriptLibrary
    /// All files of the folder.
    let files: [PluginSource.File]
    /// The modules of the folder itself.
    let modules: [ScriptModule]
    let maps: [ScriptMap]
    /// The diagnostics of unusable files.
    let problems: [RuleFileProblem]
    /// The diagnostics of files that can't be read from disk.
    private let unreadable: [RuleFileProblem]
    /// Where maps are parsed.
    private let host: ScriptHost

    /// The paths in messages, "rules/payees.csv".
    var paths: [String] { files.map { "\(folder)/\($0.path)" } + problems.map(\.file) }

    /// The unusable files, for a pass to report.
    var leftOut: [RejectedFile] {
        var files: [String] = []
        for problem in problems where !files.contains(problem.file) { files.append(problem.file) }
        return files.map { file in
            RejectedFile(file: file, problems: problems.filter { $0.file == file })
        }
    }

    /// - Parameters:
    ///   - folder: its name in messages, "rules".
    ///   - files: the files, with paths within the folder. A Lua file becomes a module with
    ///     dots in its name, "shared.words". CSV and TOML files become maps.
    ///   - host: where maps are parsed.
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
        for file in ShippedFiles.modules {
            shipped.add(
                PluginSource.File(path: file.path, bytes: file.bytes), folder: "library")
        }
        modules = own.modules
        maps = own.maps
        // The first of two equal names wins, so the folder's own comes first.
        library = ScriptLibrary(
            modules: own.modules + shipped.modules, maps: own.maps + shipped.maps,
            brokenMaps: own.problems.map(\.file).filter(MapFile.isMap).map {
                String($0.dropFirst(folder.count + 1))
            },
            folder: folder + "/")
        self.problems = own.problems + shipped.problems
    }

    /// A copy with other content in some files.
    ///
    /// - Parameter texts: the content by path within the vault. Earlier errors of these files
    ///   are forgotten.
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

    /// The Lua files that need a module or a map of the folder, also by other modules.
    ///
    /// - Parameters:
    ///   - path: the path within the vault, "rules/shared/words.lua".
    ///   - sources: the files that declare something, in their order.
    func files(needing path: String, among sources: [RuleSource]) -> [String] {
        let others = modules.map { RuleSource(file: $0.chunkName, bytes: $0.source) }
        let all = sources + others.filter { $0.file != path }
        let needs = all.map { source in
            (
                source.file,
                Set(
                    source.requiredModules.map { Self.path(ofModule: $0, in: folder) }
                        + source.namedMaps.map { "\(folder)/\($0)" })
            )
        }
        var wanted: Set = [path]
        var count = 0
        while count < wanted.count {
            count = wanted.count
            for (file, needed) in needs where !needed.isDisjoint(with: wanted) {
                wanted.insert(file)
            }
        }
        return sources.map(\.file).filter { $0 != path && wanted.contains($0) }
    }

    /// "rules/shared/words.lua" of "shared.words".
    private static func path(ofModule name: String, in folder: String) -> String {
        "\(folder)/" + name.split(separator: ".").joined(separator: "/") + ".lua"
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

    /// Whether a file, "rules/payees.csv", declares nothing itself.
    static func isOfLibrary(_ path: String) -> Bool {
        !path.hasSuffix(".lua") || path.count(where: { $0 == "/" }) > 1
    }

    /// The content by path within the vault.
    var texts: [String: [UInt8]] {
        Dictionary(files.map { ("\(folder)/\($0.path)", $0.bytes) }, uniquingKeysWith: { $1 })
    }

    /// The library of the vault's rules: Lua files in subfolders of `rules/`, and maps at any
    /// depth.
    ///
    /// - Parameter path: the rules folder; need not exist.
    static func ofRules(
        vaultPath path: String, on host: ScriptHost,
        unreadable: [RuleFileProblem] = []
    ) -> LibraryFiles {
        besideFiles(of: "rules", vaultPath: path, host, unreadable)
    }

    /// The library of the vault's handlers, in the same way.
    ///
    /// - Parameter path: the folder of handlers; need not exist.
    static func ofAutomation(
        vaultPath path: String, on host: ScriptHost,
        unreadable: [RuleFileProblem] = []
    ) -> LibraryFiles {
        besideFiles(of: "automation", vaultPath: path, host, unreadable)
    }

    /// The library of a folder's own Lua files.
    private static func besideFiles(
        of folder: String, vaultPath path: String, _ host: ScriptHost,
        _ unreadable: [RuleFileProblem]
    ) -> LibraryFiles {
        guard FileManager.default.fileExists(atPath: path) else {
            return LibraryFiles(folder: folder, files: [], on: host)
        }
        var reader = FolderReader(path: path, folder: folder, bounds: .library) { file in
            file.hasSuffix(".lua") ? file.contains("/") : MapFile.isMap(file)
        }
        reader.read()
        return LibraryFiles(
            folder: folder, files: reader.files, problems: unreadable + reader.problems,
            on: host)
    }

    /// The library of a plugin: all its files except for its main file and its tests.
    static func of(_ plugin: PluginSource, on host: ScriptHost) -> LibraryFiles {
        LibraryFiles(
            folder: plugin.folder,
            files: plugin.files.filter {
                $0.path != PluginSource.mainPath && $0.path != PluginSource.testsPath
            }, on: host)
    }
}

extension LoadedPlugin {
    /// Loads a plugin with the other files in its folder.
    ///
    /// - Throws: all errors in its main file and in the files that it can look up.
    convenience init(
        withFilesOf source: PluginSource, limits: ScriptLimits = LoadedPlugin.limits,
        on host: ScriptHost
    ) throws(PluginLoadError) {
        let files = LibraryFiles.of(source, on: host)
        guard files.problems.isEmpty else {
            throw PluginLoadError(plugin: source.name, problems: files.problems)
        }
        try self.init(source, library: files.library, limits: limits, on: host)
    }
}
