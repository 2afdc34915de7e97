public import Classification
internal import Model
internal import Rules

extension ConfigurationFiles {
    /// The pipeline of `pipeline.toml`, with the rules of every file that its
    /// stages name.
    public func pipeline() throws(ConfigurationError) -> Pipeline {
        let name = "pipeline.toml"
        let file = try decode(PipelineFile.self, from: name)
        let categories = try self.categories()
        var stages: [Stage] = []
        for entry in file.stage {
            guard !stages.contains(where: { $0.name == entry.name }) else {
                throw ConfigurationError(
                    file: "config/\(name)", "stage \"\(entry.name)\" is there twice")
            }
            stages.append(
                Stage(name: entry.name, kind: try kind(of: entry, name, categories: categories)))
        }
        guard case .byDefault = stages.last?.kind else {
            throw ConfigurationError(
                file: "config/\(name)", "the last stage must be of the kind \"default\"")
        }
        return Pipeline(stages: stages, categories: categories)
    }

    private func kind(
        of entry: PipelineFile.Entry, _ name: String, categories: CategoryTree
    ) throws(ConfigurationError) -> Stage.Kind {
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", "stage \"\(entry.name)\": \(message)")
        }
        func fileName() throws(ConfigurationError) -> String {
            guard let file = entry.file else { throw mistake("\"file\" is missing") }
            return file
        }
        switch entry.kind {
        case "user-rules": return .userRules
        case "corrections": return .corrections
        case "category-lens": return .categoryLens
        case "default": return .byDefault
        case "transfers":
            return .transfers(try transferSettings(try fileName(), categories: categories))
        case "rules":
            var onlyFor: Set<TransactionClass>?
            for name in entry.only_for ?? [] {
                guard let transactionClass = TransactionClass(rawValue: name) else {
                    throw mistake("there is no class \"\(name)\"")
                }
                onlyFor = (onlyFor ?? []).union([transactionClass])
            }
            let reader = try RuleFileReader(try fileName(), in: self, categories: categories)
            return .rules(try reader.rulebook(), onlyFor: onlyFor)
        default:
            throw mistake(
                "there is no kind \"\(entry.kind)\"; it is user-rules, corrections, transfers, "
                    + "rules, category-lens or default")
        }
    }

    private func transferSettings(
        _ name: String, categories: CategoryTree
    ) throws(ConfigurationError) -> TransferSettings {
        let file = try decode(TransfersFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        guard (0...31).contains(file.maximum_days) else {
            throw mistake("maximum_days must be 0 to 31")
        }
        guard !(file.words + file.contradictions).contains(where: { $0.allSatisfy(\.isWhitespace) })
        else {
            throw mistake("words and contradictions can't have an empty text, which is everywhere")
        }
        let wording = file.words.map { Condition.text(.anyText, .containsWord($0)) }
        let merchants = try RuleFileReader(file.merchants, in: self, categories: categories)
        let rules = try merchants.rules()
        do throws(RulebookError) {
            return try TransferSettings(
                maximumDays: file.maximum_days,
                wording: .any(wording + [.text(.merchantCode, .oneOf(file.merchant_codes))]),
                contradictions: .any(
                    file.contradictions.map { .text(.anyText, .containsWord($0)) }),
                merchants: rules)
        } catch {
            throw merchants.mistake(error)
        }
    }
}

private struct PipelineFile: Decodable {
    let stage: [Entry]

    struct Entry: Decodable {
        let name: String
        let kind: String
        let file: String?
        let only_for: [String]?
    }
}

private struct TransfersFile: Decodable {
    let maximum_days: Int
    /// Words with which banks call a movement a transfer.
    let words: [String]
    /// Codes of ISO 18245 for money movements instead of purchases.
    let merchant_codes: [String]
    /// Words that rule a transfer out.
    let contradictions: [String]
    /// The file whose rules recognise merchants.
    let merchants: String
}
