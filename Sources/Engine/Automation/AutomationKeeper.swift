public import Automation
public import Classification
internal import Configuration
internal import Vault

/// Keeps the person's handlers between events, and a file with a mistake as it
/// was before, until it is mended.
///
/// Used by one thread at a time.
public final class AutomationKeeper {
    private var used: AutomationSources?

    /// Nil before they were first read.
    public private(set) var automations: Automations?
    /// Files that go on as they were before, each with what is wrong in it now.
    public private(set) var heldBack: [LeftOutFile] = []

    public init() {}

    /// Files with mistakes that were never in use without.
    public var leftOut: [LeftOutFile] { automations?.leftOut ?? [] }

    /// Reads the files anew.
    ///
    /// - Throws: where they can't be read at all; those that were read before
    ///   stay.
    public func read(_ engine: Engine) throws {
        heldBack = []
        var sources: AutomationSources
        do {
            sources = try engine.automationSources()
        } catch let error as ConfigurationError {
            guard used != nil else { throw error }
            heldBack = [LeftOutFile(error)]
            return
        }
        var read = sources.read()
        if let before = used, let automations {
            let known = Set(before.files.map(\.file) + before.library.paths)
            let leftOutBefore = Set(automations.leftOut.map(\.file))
            func isNewlyBroken(_ file: LeftOutFile) -> Bool {
                known.contains(file.file) && !leftOutBefore.contains(file.file)
            }
            heldBack = read.leftOut.filter(isNewlyBroken)
            if !heldBack.isEmpty {
                sources.takeBack(Set(heldBack.map(\.file)), from: before)
                read = sources.read()
            }
            // A file that is in order may need a module that is not.
            if read.leftOut.contains(where: isNewlyBroken) {
                sources = before
                read = sources.read()
            }
        }
        used = sources
        automations = read
    }
}

/// The texts that handlers are read from, and what they may name.
struct AutomationSources {
    var files: [RuleSource]
    var library: LibraryFiles
    let names: AutomationNames

    func read() -> Automations {
        Automations(
            files, names: names, library: library.library, unreadable: library.leftOut)
    }

    /// Gives files the bytes that they had before. A table or module takes all
    /// others of its kind along.
    fileprivate mutating func takeBack(_ broken: Set<String>, from before: AutomationSources) {
        let old = Dictionary(
            before.files.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        files = files.map { broken.contains($0.file) ? old[$0.file] ?? $0 : $0 }
        if !broken.isDisjoint(with: library.paths) { library = before.library }
    }
}
