internal import Model
internal import Rules

/// The search terms of a stage in payees' names.
enum PlaceSearch { case brands, kinds }

extension PipelineRun {
    /// Gives spending without a category that of the brand or kind of place in its payee's
    /// name.
    ///
    /// - Complexity: some microseconds per distinct payee, some nanoseconds per transaction.
    mutating func runPlaces(_ search: PlaceSearch, _ settings: PlaceSettings, stage: Int) {
        var places = PlacesOfPayees(self, search, settings)
        // By state: whether its transactions have no category yet.
        var isOpen: [Bool?] = []
        for row in snapshot.transactions.indices {
            let state = Int(stateOfRow[row])
            if state >= isOpen.count {
                isOpen += Array(repeating: nil, count: states.count - isOpen.count)
            }
            let open = isOpen[state] ?? states.takesCategory(in: Int32(state))
            isOpen[state] = open
            guard open || asksToo(about: row) && states.category(of: Int32(state)) != nil
            else { continue }
            // What may turn out to be income waits for that.
            guard expectedClass(of: row) == .expense, !waiting.contains(row) else {
                passOver(row, stage: stage)
                continue
            }
            guard let place = places.place(ofRow: row) else { continue }
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil, place.evidence),
                    effect: Effect(category: place.category, lens: open ? place.lens : nil)),
                to: row)
        }
    }
}

/// The places of the payees in a snapshot; each distinct payee is looked up once.
private struct PlacesOfPayees {
    private let snapshot: Snapshot
    private let payees: NamedPayees?
    private let normaliser: PayeeNormaliser?
    private let search: PlaceSearch
    private let finder: PlaceFinder
    /// Names that mean a bank of the household itself, not a shop of its name.
    private let ownBanks: Set<String>
    /// By name: its place, and nil if there is none.
    private var placeOfName: [String: FoundPlace?] = [:]
    /// By payee: its place; the outer nil if it wasn't looked up yet.
    private var placeOfPayee: [FoundPlace??]

    init(_ run: PipelineRun, _ search: PlaceSearch, _ settings: PlaceSettings) {
        snapshot = run.snapshot
        payees = run.payees
        let normaliser = run.pipeline.payeeNormaliser
        self.normaliser = normaliser
        self.search = search
        finder = PlaceFinder(
            settings, in: HomeCountries.all(of: run.snapshot, settings),
            categories: run.pipeline.categories)
        ownBanks = Set(
            run.snapshot.accounts.map { normaliser?.name(of: $0.institution) ?? $0.institution })
        placeOfPayee = Array(repeating: nil, count: run.payees?.names.count ?? 0)
    }

    mutating func place(ofRow row: Int) -> FoundPlace? {
        let transaction = snapshot.transactions[row]
        let text = snapshot.texts[transaction.description]
        let atAddress = search == .brands ? finder.brand(atAddressIn: text) : nil
        guard let payees, let normaliser else {
            return atAddress ?? place(named: snapshot.texts[transaction.payee])
        }
        let payee = Int(payees.payeeOfRow[row])
        if placeOfPayee[payee] == nil {
            placeOfPayee[payee] = .some(place(named: payees.names[payee]))
        }
        let named = placeOfPayee[payee] ?? nil
        // "MONDAY.COM" is shown as "Monday", which tells less; what the person calls it tells more.
        var found = payees.isAlias[payee] ? named ?? atAddress : atAddress ?? named
        if found == nil,
            payees.isAlias[payee] || payees.isShortened[payee]
        {
            // The person's name for a payee hides none that the text has, nor does the bank's.
            found = place(named: normaliser.name(of: text))
        }
        guard found != nil else { return nil }
        // "ZELLE TO LAWSON" is a payment to a person of that name.
        return normaliser.isForPerson(text) ? nil : found
    }

    private mutating func place(named name: String) -> FoundPlace? {
        if let known = placeOfName[name] { return known }
        var found: FoundPlace?
        if !ownBanks.contains(name), normaliser?.isSomebody(name) ?? true {
            switch search {
            case .brands: found = finder.brand(in: name)
            case .kinds: found = finder.kind(in: name) ?? finder.sharedWord(in: name)
            }
        }
        placeOfName[name] = .some(found)
        return found
    }
}
