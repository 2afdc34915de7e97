import Testing

@Suite("automation log, failing, retry, dismiss, state and forget", .inTurns)
struct AutomationLogTests {
    private func answers(to commands: String...) async throws -> [Finished] {
        let scenario = try Scenario()
        do {
            _ = try await scenario.run("ghostvault init")
            try AutomationRows.add(to: scenario.folder + "/vault")
            var answers: [Finished] = []
            for command in commands {
                answers.append(try await scenario.run("ghostvault automation \(command)"))
            }
            try await scenario.close()
            return answers
        } catch {
            try await scenario.close()
            throw error
        }
    }

    private let handler = AutomationRows.handler

    @Test("the log tells what happened and what became of it, and obeys no bank's text")
    func log() async throws {
        let log = try #require(try await answers(to: "log").first)
        #expect(
            log.output == """
                #  day         what               about                         handlers
                3  2026-03-15  large_transaction  Acme -900.00 USD              \(handler)  will be retried
                2  2026-03-14  large_transaction  Grand\u{241B}[31m Hotel -700.00 USD  \(handler)  set aside: a2
                1  2026-03-14  large_transaction  Acme -812.50 USD              \(handler)  done

                """)
    }

    @Test("the log keeps amounts whole at a terminal", arguments: [60, 80])
    func amounts(columns: Int) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        try AutomationRows.add(to: scenario.folder + "/vault")
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault automation log; echo THE-END'",
            environment: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
        let shown = try await terminal.shown(upTo: "THE-END")
        for amount in ["-900.00 USD", "-700.00 USD", "-812.50 USD"] {
            #expect(shown.contains(amount), "\(shown)")
        }
        try await scenario.close()
    }

    @Test("an imported file is told by its name and account")
    func importedFile() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        try AutomationRows.add(to: scenario.folder + "/vault")
        try AutomationRows.add(
            event: #"{"file":{"name":"nov.csv","account":"Checking","new_transactions":3}}"#,
            to: scenario.folder + "/vault")
        let log = try await scenario.run("ghostvault automation log --tsv --fields about")
        #expect(log.output.split(separator: "\n").dropFirst().first == "nov.csv Checking")
        try await scenario.close()
    }

    @Test("what was set aside is listed with its reason")
    func failing() async throws {
        let failing = try #require(try await answers(to: "failing").first)
        #expect(failing.output.contains("a2"))
        #expect(failing.output.contains("webhook phone"))
        // Whole, whatever the width of the list.
        #expect(failing.output.contains("\na2: phone.example answered 503"))
    }

    @Test("what is retried or given up is set aside no more", arguments: ["retry", "dismiss"])
    func settled(verb: String) async throws {
        let answers = try await answers(to: "\(verb) A2", "failing", "\(verb) a2")
        #expect(answers.map(\.exitCode) == [0, 0, 1])
        #expect(
            answers[0].output.hasPrefix(verb == "retry" ? "1 failure " : "Dismissed 1 failure."))
        #expect(!answers[1].output.contains("set aside"))
        #expect(answers[2].errors.contains("There is no failure a2."))
    }

    @Test("what is to be tried again can be given up too")
    func givenUp() async throws {
        let answers = try await answers(to: "dismiss --all", "failing")
        #expect(answers.map(\.output) == ["Dismissed 3 failures.\n", "Nothing is failing.\n"])
    }

    @Test("what a handler keeps is shown, obeys no bank's text, and can be emptied")
    func state() async throws {
        let answers = try await answers(
            to: "state", "state --json", "forget '\(handler)'", "state", "forget '\(handler)'")
        #expect(answers[0].output.contains("{ told = \"Grand\\027[31m Hotel\" }"))
        #expect(answers[1].output.contains("\\\"told\\\""))
        #expect(answers.map(\.exitCode) == [0, 0, 0, 0, 1])
        #expect(answers[3].output == "No handler keeps anything.\n")
    }

    @Test("what a handler that there is not failed at can't be tried, and says so")
    func gone() async throws {
        let answers = try await answers(to: "failing", "retry h3", "retry --all")
        #expect(answers[0].output.contains("the handler no longer exists"))
        #expect(answers.map(\.exitCode) == [0, 1, 0])
        #expect(answers[1].errors.contains("h3 can't be retried: the handler"))
        #expect(answers[2].errors.contains("h3 can't be retried"))
    }
}
