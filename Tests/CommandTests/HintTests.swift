import ArgumentParser
import Foundation
import Terminal
import Testing

@testable import ghostvault

/// Each is run as printed, by ``HintRuns`` where a transcript prints it, and here with real values
/// where it leaves some open.
@Suite("Commands that the program prints as hints", .inTurns)
struct HintTests {
    /// Why a hint is no command of the program; nil if it is one.
    private static func mistake(in command: String) -> String? {
        do {
            let tokens = ShellTokens(command, variables: [:])?.tokens ?? []
            let words = tokens.compactMap { token in
                if case .word(let word) = token.kind { word.text } else { nil }
            }
            _ = try ProgramRun.parsed(try CommandWords(words).arguments)
            return nil
        } catch let error as CommandLineMistake {
            return error.message
        } catch {
            let isHelp = GhostVault.exitCode(for: error) == .success
            return isHelp ? nil : GhostVault.message(for: error)
        }
    }

    /// Those that are only named, and aren't run either.
    private static let namedOnly = ["connect --replace", "transactions settle"]

    @Test("are commands that the parser takes, with options that it knows")
    func parse() throws {
        let hints = try Hint.printed()
        #expect(hints.count > 150)
        // Each once: the parser takes its time.
        for (command, hints) in Dictionary(grouping: hints, by: \.command)
        where OpenHint.of(command) == nil && !Self.namedOnly.contains(command) {
            let mistake = Self.mistake(in: command)
            #expect(mistake == nil, "\(hints): \(mistake ?? "")")
        }
    }

    @Test(
        "are no commands if a word or an option is unknown",
        arguments: [
            "accounts show visa --sort x", "spendin", "why --limit 3", "transactions --nope",
        ])
    func unknown(command: String) {
        #expect(Self.mistake(in: command) != nil)
    }

    @Test("that leave values open, or that no transcript prints, run with real values")
    func filled() async throws {
        let household = try Scenario()
        try await household.startBank(" --months 3")
        let made = try await household.run(OpenHint.household)
        #expect(made.exitCode == 0, "\(made.errors)")
        try AutomationRows.add(to: household.folder + "/vault")
        for hint in OpenHint.all {
            let scenario = try Scenario(copying: household.folder)
            if !hint.before.isEmpty {
                let before = try await scenario.run(hint.before)
                #expect(before.exitCode == 0, "\(hint.before): \(before.errors)")
            }
            let finished = try await scenario.run("ghostvault \(hint.command)")
            #expect(finished.exitCode == 0, "\(hint.command): \(finished.errors)")
            try await scenario.close()
        }
        try await household.close()
    }

    @Test("in the sources are each printed by a transcript, run with real values, or left out")
    func complete() throws {
        let printed = Set(try Hint.printed().map { OpenHint.pattern(of: $0.command) })
        for (place, literal) in try SourceHints.all()
        where OpenHint.of(literal) == nil && HintRuns.reasonNotToRun(literal) == nil {
            let pieces = literal.split(separator: "N", omittingEmptySubsequences: false)
                .map { NSRegularExpression.escapedPattern(for: String($0)) }
            let form = try Regex(pieces.joined(separator: ".*"))
            #expect(printed.contains { $0.wholeMatch(of: form) != nil }, "\(place): \(literal)")
        }
    }

    @Test("are never broken over lines", arguments: [80, 60, 40])
    func unbroken(width: Int) throws {
        for (line, commands) in try Hint.lines() {
            let shown = Prose.wrapped(line.replacing("\\-", with: "-"), to: width)
                .split(separator: "\n")
            for command in commands {
                #expect(shown.contains { $0.contains("ghostvault " + command) }, "\(line)")
            }
        }
    }

    @Test(
        "show the month of the figures that they stand under",
        arguments: [
            ("feb", "feb"), ("2026-01", "2026-01"), ("--as-of 2026-02-05", "--as-of 2026-02-05"),
            ("", ""),
        ])
    func month(period: String, same: String) async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 6")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback")
        let shown = try await scenario.run("ghostvault --no-sync \(period)")
        let commands = shown.output.split(separator: "\n").flatMap { Hint.commands(in: String($0)) }
        let hint = try #require(commands.first { $0.hasPrefix("spending") }, "\(shown.output)")
        let fields = " --tsv --fields categories.category,categories.own"
        let followed = try await scenario.run("ghostvault \(hint)\(fields)")
        let asked = try await scenario.run("ghostvault spending \(same)\(fields)")
        #expect(followed.output == asked.output)
        #expect(followed.output.split(separator: "\n").count > 5)
        try await scenario.close()
    }
}
