import Model

extension Pass {
    /// This pass and one over other transactions that went on from it: together
    /// what one over all of them would be.
    ///
    /// - Parameters:
    ///   - later: its series and histories stand in for those of the same payees.
    ///   - transactions: what the later pass was over, by the vault's numbers; of
    ///     others that it had at hand nothing is taken.
    public func followed(by later: Pass, over transactions: Set<Int64>) -> Pass {
        Pass(
            conclusions: conclusions.followed(by: later.conclusions, over: transactions),
            problems: problems + later.problems,
            decisionProblems: decisionProblems + later.decisionProblems,
            uses: zip(uses, later.uses).map { one, other in
                RuleUse(
                    name: one.name, file: one.file, line: one.line,
                    matches: one.matches + other.matches)
            },
            tallies: [], missing: later.missing,
            isRowLocal: isRowLocal && later.isRowLocal,
            hasReadBalances: hasReadBalances || later.hasReadBalances, standing: nil)
    }
}

extension Conclusions {
    fileprivate func followed(by later: Conclusions, over part: Set<Int64>) -> Conclusions {
        let searched = Set(later.histories.map(\.payee))
        let offset = Int32(verdicts.count)
        let added = later.entries.filter { part.contains($0.transaction) }.map {
            Entry(
                transaction: $0.transaction, verdict: $0.verdict + offset, partner: $0.partner)
        }
        return Conclusions(
            verdicts: verdicts + later.verdicts,
            entries: (entries + added).sorted { $0.transaction < $1.transaction },
            splits: splits.merging(later.splits.filter { part.contains($0.key) }) { $1 },
            series: (series.filter { $0.isLinkedByRule || !searched.contains($0.payee) }
                + later.series.filter { !$0.isLinkedByRule })
                .sorted { $0.name < $1.name },
            candidates: candidates.merging(
                later.candidates.filter { part.contains($0.key) }
            ) { $1 },
            histories: histories.filter { !searched.contains($0.payee) } + later.histories)
    }
}
