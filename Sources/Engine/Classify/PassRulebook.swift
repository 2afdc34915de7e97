internal import Classification
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
    var leftOut: [RejectedFile] { library.leftOut + userRules.leftOut }

    init(_ sources: PassSources, after before: PassRulebook?) throws {
        self.sources = sources
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
        enabled = try pipeline.without(Set(sources.decided.disabled.map(\.reference)))
        userRules = try UserRules(
            sources.rules, stored: sources.decided.stored, disabled: sources.decided.disabled,
            categories: pipeline.categories, library: sources.library.library,
            on: sources.host, after: alike?.userRules)
        digest = try Self.digest(sources)
    }

    private static func pipeline(of sources: PassSources) throws -> Pipeline {
        try sources.configuration.files(on: sources.host).compiledPipeline()
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
