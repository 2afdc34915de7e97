public import Automation

/// The settings of `ask.toml`: the language model that may be asked, and how much.
public struct AskSettings: Hashable, Sendable {
    /// Nil if asking is off.
    public let endpoint: ModelEndpoint?
    /// The longest question in characters, 1 to 1000.
    public let mostCharacters: Int
    /// Questions a day, 1 to 1000.
    public let daily: Int
    /// Ready questions, each within the limit.
    public let questions: [String]
}

extension ConfigurationFiles {
    public static let askFile = "ask.toml"

    /// Reads `ask.toml`. Without an endpoint, asking is off.
    public func askSettings() throws(ConfigurationError) -> AskSettings {
        let file = try decode(AskFile.self, from: Self.askFile)
        do throws(SettingMistake) {
            return try file.settings()
        } catch {
            throw ConfigurationError(file: "config/\(Self.askFile)", error.message)
        }
    }
}

private struct AskFile: Decodable {
    let endpoint: String?
    let model: String?
    let elsewhere: Bool?
    let characters: Int?
    let daily: Int?
    let seconds: Int?
    let questions: [String]?

    func settings() throws(SettingMistake) -> AskSettings {
        let most = try Self.number(characters, else: 100, "characters", within: 1...1000)
        for question in questions ?? [] where !(1...most ~= question.count) {
            throw SettingMistake("questions: \"\(question)\" is empty or too long")
        }
        return AskSettings(
            endpoint: try modelEndpoint(), mostCharacters: most,
            daily: try Self.number(daily, else: 20, "daily", within: 1...1000),
            questions: questions ?? [])
    }

    private func modelEndpoint() throws(SettingMistake) -> ModelEndpoint? {
        let seconds = try Self.number(seconds, else: 120, "seconds", within: 1...600)
        guard let endpoint else { return nil }
        guard let model, !model.allSatisfy(\.isWhitespace) else {
            throw SettingMistake("endpoint needs a model")
        }
        let destination: WebhookDestination
        do throws(UnusableDestination) {
            destination = try WebhookDestination(endpoint, allowsPlainHTTP: true)
        } catch {
            throw SettingMistake(Self.words(for: error))
        }
        guard destination.isThisMachine || elsewhere == true else {
            throw SettingMistake(
                "endpoint is another machine, \(destination.host), which \"elsewhere = true\" allows"
            )
        }
        return ModelEndpoint(destination, model: model, seconds: seconds)
    }

    private static func words(for problem: UnusableDestination) -> String {
        switch problem {
        case .noAddress:
            "endpoint must be a whole address, such as \"http://127.0.0.1:11434/v1\""
        case .holdsCredentials: "endpoint can't have a user or password"
        case .notEncrypted: "endpoint must begin with https, as it isn't this machine"
        }
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
