public import Classification
public import Configuration
public import Vault

/// What was looked at in a vault, and what is wrong with it.
public struct Examination: Sendable {
    /// In the order in which it was looked at.
    public internal(set) var findings: [Finding] = []

    /// One thing that was looked at.
    public struct Finding: Hashable, Sendable {
        public let check: Check
        public let problems: [Problem]

        public var isSound: Bool { problems.isEmpty }
    }

    /// What there is to look at.
    public enum Check: String, CaseIterable, Sendable {
        /// The file can be opened, and has this version's schema.
        case opens
        /// It can be written.
        case writing
        /// SQLite finds its pages, indexes and references in order.
        case integrity
        /// Only the owner can read the vault, its secrets and its backups.
        case privacy
        /// Each connection has its access URL.
        case secrets
        /// Each connection is by HTTPS.
        case encryption
        /// The files of the configuration have no mistakes.
        case configuration
        /// Nor has any of the person's rules.
        case rules
        /// Nor has any file of handlers.
        case automation
        /// What passes remember of payments can be read.
        case memory
    }

    public enum Problem: Hashable, Sendable {
        case cannotOpen(VaultError)
        case cannotWrite(VaultError)
        /// What SQLite found, in its words.
        case damage(String)
        case exposed(ExposedPath)
        case secretMissing(connection: String)
        /// HTTP without TLS is allowed, to this machine only.
        case plainHTTP(connection: String)
        /// A mistake, with the version of the file that stays in use; nil for none.
        case configuration(ConfigurationError, standIn: LeftOutFile.StandIn?)
        /// A mistake for which a file, or a stored rule, is left out whole.
        case leftOut(RuleFileProblem)
        /// It could not be looked at, for a reason that has no words of its own.
        case unknown(reason: String)
        case damagedMemory(count: Int)
    }

    public var isSound: Bool { findings.allSatisfy(\.isSound) }

    /// Whether the database itself is damaged or can't be opened.
    public var isDamaged: Bool {
        findings.contains { [.opens, .integrity].contains($0.check) && !$0.isSound }
    }
}
