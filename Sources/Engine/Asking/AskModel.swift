public import Automation
public import Configuration
internal import Model
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Why a question was not asked or not answered.
public enum AskError: Error, Hashable, Sendable {
    /// No endpoint is configured.
    case isOff
    case tooLong(Int, most: Int)
    /// The day's questions are used up.
    case dailyLimitReached(Int)
    /// Another question is being answered.
    case underWay
    /// The file with the endpoint's key is readable by others, or has no usable key.
    case keyUnusable(path: String, isReadableByOthers: Bool)
    /// The endpoint gave no answer.
    case noAnswer(ModelFailure, host: String)
}

extension Engine {
    /// The settings for asking. Unlike with other files, an earlier version never stands in for a
    /// broken one: it might still name an endpoint that was just taken out.
    ///
    /// - Throws: `ConfigurationError`.
    public func askSettings() throws -> AskSettings {
        try configurationSources().only { $0 == ConfigurationFiles.askFile }.files(on: scripts)
            .askSettings()
    }

    /// The questions of the last 180 days, the oldest first; forgotten ones included.
    public func askedQuestions() throws -> [AskedQuestion] {
        try QuestionLog(of: vault.folder, on: today).entries
    }

    /// The questions that count today.
    public func questionsToday() throws -> Int {
        try QuestionLog(of: vault.folder, on: today).count(on: today)
    }

    /// Deletes all questions and answers; today's still count.
    ///
    /// - Returns: how many there were.
    public func forgetQuestions() throws -> Int {
        try whileNobodyAsks {
            var log = try QuestionLog(of: vault.folder, on: today)
            return try log.forget(on: today)
        }
    }

    /// Asks the configured model, and notes question and answer in the log.
    ///
    /// A question counts before it is sent, so that an interrupted one counts, too. One that
    /// can't have been sent doesn't.
    ///
    /// - Parameters:
    ///   - figures: a proven ghost-safe copy.
    ///   - environment: variables for proxies and certificates.
    /// - Throws: ``AskError``.
    public func ask(
        _ question: String, about figures: String, environment: [String: String]
    ) throws -> AskedQuestion {
        let settings = try askSettings()
        guard let endpoint = settings.endpoint else { throw AskError.isOff }
        guard question.count <= settings.mostCharacters else {
            throw AskError.tooLong(question.count, most: settings.mostCharacters)
        }
        let request = try ModelRequest(question, about: figures, to: endpoint.model)
        let key = try endpointKey()
        return try whileNobodyAsks {
            var log = try QuestionLog(of: vault.folder, on: today)
            guard log.count(on: today) < settings.daily else {
                throw AskError.dailyLimitReached(settings.daily)
            }
            var entry = AskedQuestion(
                day: today, question: question, sent: request.json, host: endpoint.host,
                model: endpoint.model)
            try log.store(entry)
            do throws(ModelFailure) {
                entry.answer = try endpoint.answer(
                    to: request, key: key, environment: environment)
            } catch {
                if error.wasSent {
                    entry.failure = [error.reason, error.said].compactMap(\.self)
                        .joined(separator: ": ")
                    try log.store(entry, replacingLast: true)
                } else {
                    try log.removeLast()
                }
                throw AskError.noAnswer(error, host: endpoint.host)
            }
            try log.store(entry, replacingLast: true)
            return entry
        }
    }

    private func whileNobodyAsks<Value>(_ body: () throws -> Value) throws -> Value {
        let lock = try ProcessLock(path: vault.folder.askLockPath)
        guard lock.take() else { throw AskError.underWay }
        defer { lock.release() }
        return try body()
    }

    /// The key that the owner put into the vault's secrets; nil without one.
    private func endpointKey() throws -> String? {
        let path = "\(vault.folder.secretsPath)/ask-key"
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & 0o077 == 0 else {
            throw AskError.keyUnusable(path: path, isReadableByOthers: true)
        }
        let text = String(decoding: try FileReader.bytes(ofOrdinaryFile: path), as: UTF8.self)
        let key = text.prefix { !$0.isNewline }
        // It becomes a part of a header.
        guard key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), 1...1000 ~= key.utf8.count else {
            throw AskError.keyUnusable(path: path, isReadableByOthers: false)
        }
        return String(key)
    }
}
