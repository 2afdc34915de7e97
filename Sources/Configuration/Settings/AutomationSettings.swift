public import Automation
internal import Classification
internal import Platform

/// The settings of `automation.toml`: what handlers may reach, and the schedule of
/// `watch`.
public struct AutomationSettings: Hashable, Sendable {
    /// When `watch` syncs, and how long something is news.
    public struct Watch: Hashable, Sendable {
        /// Hours from one sync to the next, 1 to 720.
        public let syncHours: Int
        /// The least age in hours of the last sync for a sync at the start, 0 to 720.
        public let startWhenOlderHours: Int
        /// The days for which something is news, 1 to 366.
        public let newsDays: Int
        /// The upper limit in days if the last sync was longer ago, 1 to 366.
        public let mostNewsDays: Int
    }

    /// The schedule of automatic backups.
    public struct Backup: Hashable, Sendable {
        /// Days between backups, 1 to 366; nil for none.
        public let everyDays: Int?
        /// The number of backups to keep, 1 to 1000.
        public let keep: Int
        /// Where they go, as a path from "/"; nil for the vault's own folder.
        public let folder: String?
        /// The public keys of `age` that they are encrypted for; none for plain ones.
        public let recipients: [String]
    }

    /// A journal that is kept current.
    public struct LiveJournal: Hashable, Sendable {
        /// The program that reads it: one of ``formats``.
        public let format: String
        /// The path from "/".
        public let file: String

        public static let formats = ["hledger", "ledger", "beancount"]

        public init(format: String, file: String) {
            (self.format, self.file) = (format, file)
        }
    }

    /// The back-off for deliveries that fail.
    public struct Retry: Hashable, Sendable {
        /// Attempts in all, the first one included, 1 to 50.
        public let times: Int
        /// The wait before the second attempt; it doubles with each later one.
        public let firstWait: Duration
        /// The longest wait.
        public let longestWait: Duration
    }

    /// Whether desktop notifications are shown.
    public let notifiesDesktop: Bool
    /// By name, of letters, digits, "-" and "_".
    public let webhooks: [String: WebhookDestination]
    /// By name, of letters, digits, "-" and "_".
    public let commands: [String: AllowedCommand]
    public let watch: Watch
    public let backup: Backup
    public let retry: Retry
    /// In order of the file.
    public let journals: [LiveJournal]
    /// The folder for the letter of each month, from "/"; nil for none.
    public let letterFolder: String?
}

extension ConfigurationFiles {
    public static let automationFile = "automation.toml"

    /// Reads `automation.toml`. A setting that is missing has its shipped value, which
    /// allows nothing.
    public func automationSettings() throws(ConfigurationError) -> AutomationSettings {
        let name = Self.automationFile
        let file = try decode(AutomationFile.self, from: name)
        do throws(SettingMistake) {
            return AutomationSettings(
                notifiesDesktop: file.notify?.desktop ?? true,
                webhooks: try file.destinations(), commands: try file.allowedCommands(),
                watch: try file.watchSettings(), backup: try file.backupSettings(),
                retry: try file.retrySettings(), journals: try file.liveJournals(),
                letterFolder: try file.letterFolder())
        } catch {
            throw ConfigurationError(file: "config/\(name)", error.message)
        }
    }
}

/// What is wrong with a setting, before its file is named.
struct SettingMistake: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

private struct AutomationFile: Decodable {
    let notify: Notify?
    /// The hosts that webhooks may reach.
    let hosts: [String]?
    let webhooks: [String: Webhook]?
    let commands: [String: Command]?
    let watch: Watch?
    let backup: Backup?
    let retry: Retry?
    let journal: [Journal]?
    let letter: Letter?

    struct Journal: Decodable {
        let format: String
        let file: String
    }

    struct Letter: Decodable {
        let folder: String
    }

    struct Notify: Decodable {
        let desktop: Bool?
    }

    struct Webhook: Decodable {
        let url: String
        let plain_http: Bool?
    }

    struct Command: Decodable {
        let path: String
        let arguments: [String]?
        let seconds: Int?
        let input: String?
        let to: String?
    }

    struct Watch: Decodable {
        let sync_hours: Int?
        let start_when_older_hours: Int?
        let news_days: Int?
        let most_news_days: Int?
    }

    struct Backup: Decodable {
        let every_days: Int?
        let keep: Int?
        let folder: String?
        let recipients: [String]?
    }

    struct Retry: Decodable {
        let times: Int?
        let first_wait_seconds: Int?
        let longest_wait_hours: Int?
    }
}

// MARK: Permissions

extension AutomationFile {
    func destinations() throws(SettingMistake) -> [String: WebhookDestination] {
        let hosts = (hosts ?? []).map { $0.lowercased() }
        var destinations: [String: WebhookDestination] = [:]
        for (name, webhook) in (webhooks ?? [:]).sorted(by: { $0.key < $1.key }) {
            let place = "webhook \"\(name)\""
            try Self.check(name: name, of: place)
            let destination: WebhookDestination
            do throws(UnusableDestination) {
                destination = try WebhookDestination(
                    webhook.url, allowsPlainHTTP: webhook.plain_http ?? false)
            } catch {
                throw SettingMistake("\(place): \(Self.words(for: error))")
            }
            guard hosts.contains(destination.host) else {
                let hint = Suggestion.phrase(for: destination.host, among: hosts)
                throw SettingMistake(
                    "\(place): its host \"\(destination.host)\" is not listed in hosts\(hint)")
            }
            destinations[name] = destination
        }
        return destinations
    }

    func allowedCommands() throws(SettingMistake) -> [String: AllowedCommand] {
        var allowed: [String: AllowedCommand] = [:]
        for (name, command) in (commands ?? [:]).sorted(by: { $0.key < $1.key }) {
            let place = "command \"\(name)\""
            try Self.check(name: name, of: place)
            guard command.path.hasPrefix("/") else {
                throw SettingMistake(
                    "\(place): path must be a whole path from \"/\", such as \"/usr/bin/logger\"")
            }
            let inputs = AllowedCommand.Input.allCases.map(\.rawValue)
            guard let input = AllowedCommand.Input(rawValue: command.input ?? "none") else {
                let hint = Suggestion.phrase(for: command.input ?? "", among: inputs)
                throw SettingMistake(
                    "\(place): input must be \(inputs.joined(separator: " or "))\(hint)")
            }
            guard command.to.map(AllowedCommand.isRecipient) ?? (input != .mail) else {
                throw SettingMistake(
                    "\(place): to must be a mail address such as \"ann@example.org\"")
            }
            guard command.to == nil || input == .mail else {
                throw SettingMistake("\(place): to needs input = \"mail\"")
            }
            let seconds = try Self.number(
                command.seconds, else: 10, "\(place): seconds", within: 1...600)
            allowed[name] = AllowedCommand(
                path: command.path, arguments: command.arguments ?? [],
                timeLimit: .seconds(seconds), input: input, recipient: command.to ?? "")
        }
        return allowed
    }

    /// A webhook's name is also the name of its key file.
    private static func check(name: String, of place: String) throws(SettingMistake) {
        let isPlain = name.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain, 1...40 ~= name.utf8.count else {
            throw SettingMistake(
                "\(place): a name is at most 40 letters, digits, \"-\" and \"_\"")
        }
    }

    private static func words(for problem: UnusableDestination) -> String {
        switch problem {
        case .noAddress:
            "url must be an https address; other letters than those of ASCII are written as %XX, "
                + "in a host as xn--"
        case .holdsCredentials: "url can't have a user or password"
        case .notEncrypted(isThisMachine: false): "url must begin with https"
        case .notEncrypted(isThisMachine: true):
            "url must begin with https; because it leads to this machine, \"plain_http = true\" "
                + "allows it as it is"
        }
    }
}

// MARK: Schedule

extension AutomationFile {
    func watchSettings() throws(SettingMistake) -> AutomationSettings.Watch {
        AutomationSettings.Watch(
            syncHours: try Self.number(
                watch?.sync_hours, else: 24, "watch: sync_hours", within: 1...720),
            startWhenOlderHours: try Self.number(
                watch?.start_when_older_hours, else: 4, "watch: start_when_older_hours",
                within: 0...720),
            newsDays: try Self.number(
                watch?.news_days, else: 14, "watch: news_days", within: 1...366),
            mostNewsDays: try Self.number(
                watch?.most_news_days, else: 60, "watch: most_news_days", within: 1...366))
    }

    func backupSettings() throws(SettingMistake) -> AutomationSettings.Backup {
        let days = try Self.number(
            backup?.every_days, else: 7, "backup: every_days", within: 0...366)
        guard backup?.folder?.hasPrefix("/") ?? true else {
            throw SettingMistake("backup: folder must be a whole path from \"/\"")
        }
        let recipients = backup?.recipients ?? []
        guard recipients.allSatisfy(AgeProgram.isRecipient) else {
            throw SettingMistake(
                "backup: recipients must be public keys of age, such as \"age1…\"")
        }
        return AutomationSettings.Backup(
            everyDays: days == 0 ? nil : days,
            keep: try Self.number(backup?.keep, else: 5, "backup: keep", within: 1...1000),
            folder: backup?.folder, recipients: recipients)
    }

    func retrySettings() throws(SettingMistake) -> AutomationSettings.Retry {
        AutomationSettings.Retry(
            times: try Self.number(retry?.times, else: 12, "retry: times", within: 1...50),
            firstWait: .seconds(
                try Self.number(
                    retry?.first_wait_seconds, else: 30, "retry: first_wait_seconds",
                    within: 1...3600)),
            longestWait: .seconds(
                try Self.number(
                    retry?.longest_wait_hours, else: 6, "retry: longest_wait_hours",
                    within: 1...168) * 3600))
    }

    func liveJournals() throws(SettingMistake) -> [AutomationSettings.LiveJournal] {
        var journals: [AutomationSettings.LiveJournal] = []
        for journal in journal ?? [] {
            let formats = AutomationSettings.LiveJournal.formats
            guard formats.contains(journal.format) else {
                let hint = Suggestion.phrase(for: journal.format, among: formats)
                throw SettingMistake(
                    "journal: format must be hledger, ledger or beancount\(hint)")
            }
            guard journal.file.hasPrefix("/") else {
                throw SettingMistake("journal: file must be a whole path from \"/\"")
            }
            guard !journals.contains(where: { $0.file == journal.file }) else {
                throw SettingMistake("journal: there are two with the file \(journal.file)")
            }
            journals.append(.init(format: journal.format, file: journal.file))
        }
        return journals
    }

    func letterFolder() throws(SettingMistake) -> String? {
        guard let folder = letter?.folder else { return nil }
        guard folder.hasPrefix("/") else {
            throw SettingMistake("letter: folder must be a whole path from \"/\"")
        }
        return folder
    }

    private static func number(
        _ number: Int?, else standard: Int, _ name: String, within range: ClosedRange<Int>
    ) throws(SettingMistake) -> Int {
        let number = number ?? standard
        guard range.contains(number) else {
            throw SettingMistake("\(name) must be \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
