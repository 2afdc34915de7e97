/// What banks and card networks write around the names of merchants; comes
/// from `config/payees.toml`. Case does not matter in any of it.
public struct PayeeWords: Hashable, Sendable {
    /// What banks put in front of a name ("POS DEBIT").
    public var prefixes: [String]
    /// What stands in front of a person's name ("ZELLE TO").
    public var personPrefixes: [String]
    /// Services that take payments for others, as they stand in front of a
    /// star ("SQ" of "SQ *BLUE HERON").
    public var services: [String]
    /// Services that write their name without a star in front of another's.
    public var bareServices: [String]
    /// Services that write the branch behind a dash ("TST* IANS - STATE ST").
    public var servicesWithBranches: [String]
    /// What begins the part behind a name that tells of this one payment
    /// ("WEB ID").
    public var endings: [String]
    /// Words behind a name that tell how or for what was paid ("AUTOPAY").
    public var trailing: [String]
    /// Words that belong to a number behind them ("STORE 0412").
    public var beforeNumbers: [String]
    /// Words in front of a card's last four digits, on which a name may hang
    /// ("CARD 1234ALDI").
    public var beforeCardDigits: [String]
    /// Words in front of the code of one payment to a person ("SEND E-TFR ***aB3").
    public var beforeCodes: [String]
    /// Words with which a number of up to three digits is a name ("STUDIO 54").
    public var numbered: [String]
    /// Words that tell nobody's name even where they stand alone ("DEPOSIT").
    public var nameless: [String]
    /// Legal forms ("LLC").
    public var legalForms: [String]
    public var cities: [String]
    /// Codes of states and provinces.
    public var states: [String]
    /// Those of ``states`` that are words or parts of names too ("OR").
    public var ambiguousStates: [String]
    /// Codes of countries.
    public var countries: [String]
    /// Words that stay in capitals ("USPS").
    public var capitals: [String]
    /// Words without a vowel that are no abbreviation of capitals ("ST").
    public var abbreviations: [String]
    /// Words in small letters within a name ("OF").
    public var smallWords: [String]
    /// Words that mean the same, each with those that stand for it behind it
    /// ("TRANSFER", "XFER").
    public var sameWords: [[String]]
    /// What begins a bank's text about interest and fees of its own ("INTEREST
    /// CHARGE"): its payee is the bank.
    public var bankTexts: [String]
    public var knownPayees: [KnownPayee]
    public var layouts: [Layout]

    /// Texts that tell the name behind words of their own, and other things first.
    public struct Layout: Hashable, Sendable {
        /// What such a text begins with ("FEDWIRE CREDIT").
        public var beginnings: [String]
        /// What stands in front of the name, the surest first ("B/O").
        public var beforeName: [String]

        public init(beginnings: [String], beforeName: [String]) {
            self.beginnings = beginnings
            self.beforeName = beforeName
        }
    }

    /// A merchant that is written in several ways.
    public struct KnownPayee: Hashable, Sendable {
        /// As a person would write it.
        public var name: String
        /// Names that mean it where nothing else is left of a text.
        public var spellings: [String]
        /// Words that mean it whatever stands behind them.
        public var beginnings: [String]

        public init(name: String, spellings: [String] = [], beginnings: [String] = []) {
            self.name = name
            self.spellings = spellings
            self.beginnings = beginnings
        }
    }

    public init(
        prefixes: [String] = [], personPrefixes: [String] = [], services: [String] = [],
        bareServices: [String] = [],
        servicesWithBranches: [String] = [], endings: [String] = [], trailing: [String] = [],
        beforeNumbers: [String] = [], beforeCardDigits: [String] = [], beforeCodes: [String] = [],
        numbered: [String] = [],
        nameless: [String] = [],
        legalForms: [String] = [],
        cities: [String] = [], states: [String] = [], ambiguousStates: [String] = [],
        countries: [String] = [], capitals: [String] = [], abbreviations: [String] = [],
        smallWords: [String] = [], sameWords: [[String]] = [], bankTexts: [String] = [],
        knownPayees: [KnownPayee] = [], layouts: [Layout] = []
    ) {
        self.prefixes = prefixes
        self.personPrefixes = personPrefixes
        self.services = services
        self.bareServices = bareServices
        self.servicesWithBranches = servicesWithBranches
        self.endings = endings
        self.trailing = trailing
        self.beforeNumbers = beforeNumbers
        self.beforeCardDigits = beforeCardDigits
        self.beforeCodes = beforeCodes
        self.numbered = numbered
        self.nameless = nameless
        self.legalForms = legalForms
        self.cities = cities
        self.states = states
        self.ambiguousStates = ambiguousStates
        self.countries = countries
        self.capitals = capitals
        self.abbreviations = abbreviations
        self.smallWords = smallWords
        self.sameWords = sameWords
        self.bankTexts = bankTexts
        self.knownPayees = knownPayees
        self.layouts = layouts
    }
}
