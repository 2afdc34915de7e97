internal import CShippedFiles
internal import Classification
internal import Model
internal import Rules

/// The shipped files in compiled form, which the program contains as one table.
///
/// Each value is there with the files from which it was made. It serves where these are as
/// shipped, so that only a file that the person changed is parsed and compiled.
/// `ghostvault-compile-words` writes the table.
struct CompiledWords {
    private let archive: Archive?

    /// Those of the program. None if they were written for another version of it, which a
    /// test reports.
    static let shipped = CompiledWords(archive: Archive(program))

    /// Serves nothing.
    static let none = CompiledWords(archive: nil)

    private static var program: UnsafeRawBufferPointer {
        let table = gv_shipped_words()
        return UnsafeRawBufferPointer(start: table.bytes, count: table.count)
    }

    /// The form of a compiled file. The person's pipeline can name any file in any place.
    enum Kind: String {
        case categories, pipeline, accountTypes, rules, payees, places, recurring, transfers
        case moneyBack

        /// The name of a value in the archive.
        func key(_ file: String) -> String { "\(rawValue) \(file)" }
    }

    /// The compiled form of a file.
    ///
    /// - Parameters:
    ///   - name: of the file, "payees.toml".
    ///   - isShipped: whether the person left a file as it is.
    ///   - read: reads what was written for the file.
    func value<Value>(
        _ kind: Kind, of name: String, where isShipped: (String) -> Bool,
        _ read: (inout ArchiveReader) -> Value
    ) -> Value? {
        guard var reader = archive?.reader(of: kind.key(name)), reader.texts().allSatisfy(isShipped)
        else {
            return nil
        }
        return read(&reader)
    }
}

extension ConfigurationFiles {
    /// The compiled form of a shipped file; nil if it or another that it needs was changed.
    ///
    /// - Parameter categories: those of the vault. A changed tree must have the shipped ones.
    func compiled<Value>(
        _ kind: CompiledWords.Kind, _ name: String, _ categories: CategoryTree? = nil,
        _ read: (inout ArchiveReader) -> Value
    ) -> Value? {
        let hasCategories = categories.map(hasShippedCategories) ?? true
        return hasCategories ? words.value(kind, of: name, where: shipped.contains, read) : nil
    }

    private func hasShippedCategories(_ tree: CategoryTree) -> Bool {
        if shipped.contains(Self.categoriesFile) { return true }
        let ids = words.value(.categories, of: Self.categoriesFile, where: { _ in true }) {
            Self.categories(from: &$0).map(\.id)
        }
        return ids?.allSatisfy { tree[$0] != nil } ?? false
    }

    static func categories(from archive: inout ArchiveReader) -> [Category] {
        archive.array { reader in
            Category(
                id: reader.text(), name: reader.text(), type: reader.choice(),
                parent: reader.optional { $0.text() }, lens: reader.optional { $0.choice() })
        }
    }

    private static func write(_ categories: [Category], to archive: inout ArchiveWriter) {
        archive.write(categories) { archive, category in
            archive.write(category.id)
            archive.write(category.name)
            archive.write(category.type)
            archive.write(category.parent) { $0.write($1) }
            archive.write(category.lens) { $0.write($1) }
        }
    }

    /// Compiles the files, all of them as shipped.
    ///
    /// - Returns: the bytes of the table.
    package func compiledWords() throws(ConfigurationError) -> [UInt8] {
        let files = parsingAll
        let categories = try files.categories()
        var values: [(name: String, write: (inout ArchiveWriter) -> Void)] = []
        func add(
            _ kind: CompiledWords.Kind, _ name: String, from others: [String] = [],
            _ write: @escaping (inout ArchiveWriter) -> Void
        ) {
            let key = kind.key(name)
            // Two stages may share a file.
            guard !values.contains(where: { $0.name == key }) else { return }
            func writeAll(_ archive: inout ArchiveWriter) {
                archive.write([name] + others)
                write(&archive)
            }
            values.append((key, writeAll))
        }
        add(.categories, Self.categoriesFile) { Self.write(categories.categories, to: &$0) }
        let stages = try files.pipelineFile().stage
        add(.pipeline, Self.pipelineFileName) { archive in
            archive.write(stages) { $0.write($1) }
        }
        let guesser = try files.accountTypeGuesser()
        add(.accountTypes, Self.accountTypesFile) { $0.write(guesser) }
        var rulebooks: [String: Rulebook] = [:]
        for name in try files.filesOfRules() where rulebooks[name] == nil {
            let rulebook = try files.rulebook(of: name, categories: categories, &rulebooks)
            let lists = try files.decode(DeclarativeRuleFile.self, from: name).merchants ?? []
            add(.rules, name, from: lists) { $0.write(rulebook) }
        }
        for stage in stages {
            guard let name = stage.file else { continue }
            switch stage.kind {
            case "payees":
                let payees = try files.payees(in: name)
                add(.payees, name) { $0.write(payees) }
            case "brands", "kinds":
                let places = try files.placeSettings(name, categories)
                add(.places, name) { $0.write(places) }
            case "recurring":
                let settings = try files.recurringSettings(name, categories: categories)
                add(.recurring, name) { $0.write(settings) }
            case "transfers":
                let settings = try files.transferSettings(
                    name, categories: categories, &rulebooks)
                let others = try files.transferFiles(name)
                add(.transfers, name, from: others.rates.map { [$0] } ?? []) { archive in
                    archive.write(others.merchants)
                    settings.write(to: &archive)
                }
            default: break
            }
        }
        for stage in stages {
            guard let name = stage.money_back, let file = stage.file else { continue }
            let rulebook = try files.rulebook(of: file, categories: categories, &rulebooks)
            let moneyBack = try files.moneyBack(
                name, from: rulebook, of: file, categories: categories)
            add(.moneyBack, name, from: [file]) { archive in
                archive.write(file)
                archive.write(moneyBack)
            }
        }
        return ArchiveWriter.archive(values)
    }
}
