public import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Scripting

/// The compiled rules of a pass. With a thousand stored rules, compiling them takes as long
/// as classifying tens of thousands of transactions.
struct PassRulebook {
    let sources: PassSources
    let userRules: UserRules
    /// The pipeline before and after rules were disabled.
    let pipeline: Pipeline
    let enabled: Pipeline
    let accountTypes: AccountTypeGuesser
    let accountNames = KeptAccountNames()
    /// The digest of the sources.
    let digest: PassDigest

    var library: LibraryFiles { sources.library }

    /// Stored rules and files in `rules/` that can't be used.
    var leftOut: [RejectedFile] { library.leftOut + userRules.leftOut + sources.failing }

    init(_ sources: PassSources, after before: PassRulebook?) throws {
        self.sources = sources
        let pipeline: Pipeline
        let alike = before?.sources.configuration == sources.configuration ? before : nil
        if let alike {
            let isSame = alike.sources.decided.categories == sources.decided.categories
            pipeline =
                isSame ? alike.pipeline : try Self.pipeline(of: sources)
            accountTypes = alike.accountTypes
        } else {
            pipeline = try Self.pipeline(of: sources)
            accountTypes = try sources.configuration.files(on: sources.host)
                .accountTypeGuesser()
        }
        userRules = try UserRules(
            sources.rules, stored: sources.decided.stored, disabled: sources.decided.disabled,
            categories: pipeline.categories, library: sources.library.library,
            on: sources.host, after: alike?.userRules)
        self.pipeline = pipeline.keepingPayees(of: userRules)
        enabled = try self.pipeline.without(Set(sources.decided.disabled.map(\.reference)))
        digest = try Self.digest(sources)
    }

    private static func pipeline(of sources: PassSources) throws -> Pipeline {
        try sources.configuration.files(on: sources.host).pipeline()
            .changed(by: sources.decided.categories)
    }

    /// Digests the sources.
    static func digest(_ sources: PassSources) throws -> PassDigest {
        var digest = try PassDigest()
        for rule in sources.decided.stored {
            digest.add("\(rule.reference) \(rule.isEnabled)")
            digest.add(rule.definition)
        }
        for rule in sources.decided.disabled.sorted(by: { $0.reference < $1.reference }) {
            digest.add(rule.reference)
            digest.add(rule.fingerprint ?? "")
        }
        for change in sources.decided.categories {
            let parts = [
                change.id, change.position.map(String.init), change.name, change.parent,
                change.lens, change.icon, change.colour, change.mergedInto,
            ]
            for part in parts { digest.add(part.map { "+" + $0 } ?? "-") }
        }
        for (name, bytes) in sources.configuration.bytes.sorted(by: { $0.key < $1.key }) {
            digest.add(name)
            // The program's own files are as it is.
            let isShipped = ShippedFiles.bytes(of: "config/" + name) == bytes
            digest.add(isShipped ? Array("shipped".utf8) : bytes)
        }
        for source in sources.rules {
            digest.add(source.file)
            digest.add(source.bytes)
        }
        for file in sources.library.files {
            digest.add(file.path)
            digest.add(file.bytes)
        }
        return digest
    }
}

/// A cache of the rules of a pass, valid while their files stay the same. For
/// programs that make many passes.
///
/// Serves one thread at a time.
public final class RulebookCache {
    /// The number of times that rules were read, since something had changed.
    private(set) var readings = 0
    /// The files of the last reading; nil if they have to be read again.
    private var given: PassSources?
    private var checked: CheckedFiles<PassSources, PassRulebook>?
    /// The last good versions that the vault is known to have.
    var lastGood: [String: [UInt8]]?

    public init() {}

    var storedRules: [StoredRule] { given?.decided.stored ?? [] }

    /// Files of the last pass whose last good version is in use, each with its
    /// problems.
    public var heldBack: [RejectedFile] { checked?.heldBack ?? [] }

    /// - Parameter readLastGood: reads the versions that replace broken files.
    func rulebook(
        of sources: PassSources, _ readLastGood: () throws -> LastGoodFiles
    ) throws -> PassRulebook {
        if let given, given.agrees(with: sources), let checked { return checked.reading }
        readings += 1
        let before = checked?.reading
        let lastGood = try readLastGood()
        let checked = try CheckedFiles<PassSources, PassRulebook>(
            sources, lastGood,
            tryingTogether: [["rules/"], ["config/"], ["rules/", "config/"]],
            read: { try $0.read(after: before) }, mistakes: \.leftOut,
            furtherMistakes: { try $0.failedTests(in: $1, since: lastGood) })
        given = sources
        self.checked = checked
        return checked.reading
    }

    /// Has the rules read again.
    func forget() {
        given = nil
        lastGood = nil
    }
}
