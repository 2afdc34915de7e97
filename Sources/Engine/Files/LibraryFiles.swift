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

    /// Files that can't be used as they are, modules and maps with the files that need them.
    ///
    /// - Parameter sources: the files that declare something, in their order.
    func withNeeds(_ files: [RejectedFile], among sources: [RuleSource]) -> [RejectedFile] {
        guard files.contains(where: { Self.isOfLibrary($0.file) }) else { return files }
        let needs = LibraryNeeds(of: sources, and: modules, in: folder)
        return files.map { file in
            guard Self.isOfLibrary(file.file) else { return file }
            var file = file
            file.neededBy = needs.files(needing: file.file)
            return file
        }
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

/// Which Lua files of a folder need its modules and maps, as far as their sources show.
private struct LibraryNeeds {
    /// The files that declare something, in their order.
    private let declaring: [String]
    /// By path of a module or a map: the files that name it.
    private var users: [String: [String]] = [:]

    /// - Parameter folder: "rules".
    init(of sources: [RuleSource], and modules: [ScriptModule], in folder: String) {
        declaring = sources.map(\.file)
        let others = modules.map { RuleSource(file: $0.chunkName, bytes: $0.source) }
        for source in sources + others {
            let names = source.libraryNames
            let paths = names.modules.map { module in
                module.split(separator: ".").joined(separator: "/") + ".lua"
            }
            for path in Set(paths + names.maps) {
                users["\(folder)/\(path)", default: []].append(source.file)
            }
        }
    }

    /// The files that declare something and need a module or a map, also by other modules.
    func files(needing path: String) -> [String] {
        var found: Set = [path]
        var open = [path]
        while let next = open.popLast() {
            for user in users[next] ?? [] where found.insert(user).inserted { open.append(user) }
        }
        return declaring.filter { $0 != path && found.contains($0) }
    }
}
