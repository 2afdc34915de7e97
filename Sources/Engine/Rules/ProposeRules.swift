public import Classification
internal import Foundation
public import Model
internal import Platform
internal import Scripting
internal import Vault

/// A rule file by an assistant or a script, which waits for the person's decision. It is a draft
/// among the rule files, so no pass reads it before it is accepted.
public struct RuleProposal: Sendable {
    /// Why a proposal is refused.
    public enum Obstacle: String, Sendable {
        case mistakes, failures, untested
        case noRules = "no_rules"
        case failingTests = "failing_tests"
        /// Too many others wait.
        case tooMany = "too_many"
    }

    /// Its name, which follows from its text.
    public let id: String
    /// Why it should be accepted, in its author's words.
    public let reason: String
    /// The Lua source.
    public let text: String
    /// What it would change.
    public let preview: RuleFilePreview
    public let tests: [RuleTestOutcome]
    /// The sums of the transactions that would change, with their number.
    public let sums: [(sum: Money, transactions: Int)]
    /// Nil if it can wait for a decision.
    public let obstacle: Obstacle?

    /// What is wrong in its file, and what fails on transactions.
    public var problems: [RuleFileProblem] {
        preview.leftOut.flatMap(\.problems)
            + preview.problems.filter { $0.file == preview.file }
    }
}

extension Engine {
    /// The longest text of a proposal.
    public static let mostProposalBytes = 16 * 1_024
    /// How many proposals may wait.
    public static let mostProposals = 10

    /// Checks, tests and previews rules, and stores them as a draft unless something is in the way.
    ///
    /// - Parameters:
    ///   - text: the Lua source, at most ``mostProposalBytes``.
    ///   - reason: one line.
    public func proposeRules(_ text: String, because reason: String) throws -> RuleProposal {
        let hash = SHA256.digest(of: Array(text.utf8)).prefix(4)
        let id = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let waiting = try proposalFiles()
        let isNew = !waiting.contains(where: { $0.id == id })
        let isFull = isNew && waiting.count >= Self.mostProposals
        let file = ProposalFile(id: id, reason: reason, text: text)
        let proposal = try judged(file, obstacle: isFull ? .tooMany : nil)
        if proposal.obstacle == nil, isNew {
            _ = try NewLuaFile(folder: "rules", path: vault.folder.rulesPath)
                .write(file.content, named: file.name)
        }
        return proposal
    }

    /// The proposals that wait for a decision, in the order of their names.
    public func ruleProposals() throws -> [RuleProposal] {
        try proposalFiles().map { try judged($0) }
    }

    /// How many proposals wait.
    public func ruleProposalCount() throws -> Int { try proposalFiles().count }

    /// Makes a proposal a rule file like any other. The next pass uses it.
    ///
    /// - Returns: the file, "rules/90-proposed-1a2b3c4d.lua"; nil if there is no such proposal.
    public func acceptProposal(_ id: String) throws -> String? {
        guard let file = try proposalFiles().first(where: { $0.id == id }) else { return nil }
        let draft = try DraftFile(of: path(of: file))
        try FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
            .write(contentsOf: Data(file.accepted.utf8))
        try draft.replace()
        return "rules/" + file.name
    }

    /// Deletes a proposal.
    ///
    /// - Returns: the file; nil if there is no such proposal.
    public func dismissProposal(_ id: String) throws -> String? {
        guard let file = try proposalFiles().first(where: { $0.id == id }) else { return nil }
        do {
            try FileManager.default.removeItem(atPath: path(of: file))
        } catch {
            throw EngineError.cannotWrite(
                path: path(of: file), reason: FileErrorWords.cause(of: error))
        }
        return "rules/" + file.name
    }

    private func path(of file: ProposalFile) -> String {
        vault.folder.rulesPath + "/" + file.name
    }

    private func proposalFiles() throws -> [ProposalFile] {
        guard FileManager.default.fileExists(atPath: vault.folder.rulesPath) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: vault.folder.rulesPath)
            .filter(ProposalFile.isNamed).sorted().compactMap { name in
                ProposalFile(
                    name: name,
                    try FileReader.bytes(ofOrdinaryFile: vault.folder.rulesPath + "/" + name))
            }
    }

    private func judged(
        _ file: ProposalFile, obstacle: RuleProposal.Obstacle? = nil
    ) throws -> RuleProposal {
        let (preview, tests) = try testedPreview(
            of: RuleSource(file: "rules/" + file.name, bytes: Array(file.text.utf8)))
        let changed = preview.changes.changes.filter { !$0.isOfReasonAlone }.map(\.transaction)
        let amounts = try vault.transactions(numbered: Set(changed)).values.map(\.amount)
        let sums = try currencyOrder().sorted(
            Dictionary(grouping: amounts, by: \.currency).map { currency, amounts in
                (
                    sum: Money(
                        sum: amounts.reduce(0) { $0 + $1.minorUnits }, currency: currency),
                    transactions: amounts.count
                )
            }
        ) { $0.sum.currency }
        let found: RuleProposal.Obstacle? =
            if !preview.leftOut.isEmpty {
                .mistakes
            } else if preview.problems.contains(where: { $0.file == preview.file }) {
                .failures
            } else if preview.uses.isEmpty {
                .noRules
            } else if tests.isEmpty {
                .untested
            } else if !tests.allSatisfy(\.hasPassed) {
                .failingTests
            } else {
                nil
            }
        return RuleProposal(
            id: file.id, reason: file.reason, text: file.text, preview: preview, tests: tests,
            sums: sums, obstacle: found ?? obstacle)
    }
}

/// A proposal as its file has it: the mark of a draft, the reason, the rules.
private struct ProposalFile {
    let id: String
    let reason: String
    let text: String

    private static let prefix = "90-proposed-"
    private static let reasonMark = "-- Proposed: "

    init(id: String, reason: String, text: String) {
        (self.id, self.reason, self.text) = (id, reason, text)
    }

    /// Nil for a file that is no draft.
    init?(name: String, _ bytes: [UInt8]) {
        guard DraftMark.marks(bytes) else { return nil }
        id = String(name.dropFirst(Self.prefix.count).dropLast(".lua".count))
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let first = lines.first ?? ""
        let hasReason = first.hasPrefix(Self.reasonMark)
        reason = hasReason ? String(first.dropFirst(Self.reasonMark.count)) : ""
        if hasReason { lines = lines.dropFirst() }
        text = lines.joined(separator: "\n")
    }

    static func isNamed(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(".lua")
    }

    var name: String { Self.prefix + id + ".lua" }

    /// The file without the mark.
    var accepted: String { Self.reasonMark + reason + "\n" + text }

    var content: String { DraftMark.line + "\n" + accepted }
}
