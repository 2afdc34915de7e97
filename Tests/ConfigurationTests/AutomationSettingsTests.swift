import Automation
import Configuration
import Foundation
import TestSupport
import Testing

@Suite("config/automation.toml")
struct AutomationSettingsTests {
    @Test("allows nothing outside but notifications as shipped")
    func shippedAllowsNothing() throws {
        let settings = try ShippedFiles.configuration().automationSettings()
        #expect(settings.notifiesDesktop)
        #expect(settings.webhooks.isEmpty)
        #expect(settings.commands.isEmpty)
    }

    @Test("says as shipped what holds where it says nothing")
    func defaults() throws {
        #expect(
            try settings("") == ShippedFiles.configuration().automationSettings())
    }

    @Test("syncs daily, on start after four hours, and copies weekly, as shipped")
    func shippedTimes() throws {
        let settings = try settings("")
        #expect(settings.watch.syncHours == 24)
        #expect(settings.watch.startWhenOlderHours == 4)
        #expect(settings.watch.newsDays == 14)
        #expect(settings.watch.mostNewsDays == 60)
        #expect(settings.backup.everyDays == 7)
        #expect(settings.backup.keep == 5)
        #expect(settings.retry.times == 12)
        #expect(settings.retry.firstWait == .seconds(30))
        #expect(settings.retry.longestWait == .seconds(6 * 3600))
    }

    @Test("0 days from one copy to the next make none")
    func noBackup() throws {
        #expect(try settings("[backup]\nevery_days = 0\n").backup.everyDays == nil)
    }

    @Test("backups go to a folder and are encrypted to public keys where it says so")
    func backupTarget() throws {
        let backup = try settings(
            """
            [backup]
            folder = "/media/ann/disk"
            recipients = ["age1qqqqqqqqqqqqq"]
            """
        ).backup
        #expect(backup.folder == "/media/ann/disk")
        #expect(backup.recipients == ["age1qqqqqqqqqqqqq"])
    }

    @Test("a webhook goes to a listed host, whatever its letters' case")
    func webhook() throws {
        let settings = try settings(
            """
            hosts = ["Hooks.Example.ORG"]
            [webhooks.home]
            url = "https://hooks.example.org/t/secret?key=1"
            """)
        #expect(
            settings.webhooks
                == ["home": try WebhookDestination("https://hooks.example.org/t/secret?key=1")])
    }

    @Test("a webhook to this machine may go unencrypted where it says so")
    func plainWebhook() throws {
        let settings = try settings(
            """
            hosts = ["127.0.0.1"]
            [webhooks.home]
            url = "http://127.0.0.1:8123/hook"
            plain_http = true
            """)
        #expect(settings.webhooks["home"]?.host == "127.0.0.1")
    }

    @Test("a command has its arguments, its time and its input")
    func command() throws {
        let settings = try settings(
            """
            [commands.speak]
            path = "/usr/bin/espeak-ng"
            arguments = ["--"]
            seconds = 3
            input = "event"
            [commands.blink]
            path = "/usr/local/bin/blink"
            """)
        #expect(
            settings.commands == [
                "speak": AllowedCommand(
                    path: "/usr/bin/espeak-ng", arguments: ["--"], timeLimit: .seconds(3),
                    input: .event),
                "blink": AllowedCommand(
                    path: "/usr/local/bin/blink", arguments: [], timeLimit: .seconds(10),
                    input: .none),
            ])
    }

    @Test("the targets of docs/automation.md are usable")
    func documented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/automation.md"), encoding: .utf8)
        let block = try #require(page.matches(of: /```toml\n([\s\S]*?)```/).last)
        let settings = try settings(String(block.output.1))
        #expect(settings.webhooks.keys.sorted() == ["gotify", "ntfy"])
        #expect(
            settings.commands["mail"]
                == AllowedCommand(
                    path: "/usr/sbin/sendmail", arguments: ["-oi", "-t"], timeLimit: .seconds(60),
                    input: .mail, recipient: "ann@example.org"))
        #expect(settings.commands["diary"]?.endsOptions == true)
    }

    @Test("reports a mistake and its fix")
    func report() throws {
        let differences = try MistakeCatalogue("automation-settings").differences { text in
            [try #require(throws: ConfigurationError.self) { try settings(text) }.placed]
        }
        #expect(differences == [])
    }

    @Test("tells where a line can't be read")
    func place() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try settings("[watch]\nsync_hours = \n")
        }
        #expect(error?.line == 2)
        #expect(error?.column == 14)
    }

    @Test("an error never contains the rest of an address, which may be secret")
    func secrecy() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try settings(Self.hook("https://evil.test/token-s3cret"))
        }
        #expect(error?.message.contains("s3cret") == false)
    }

    private func settings(_ text: String) throws -> AutomationSettings {
        try ShippedFiles.configuration(replacing: ["automation.toml": text]).automationSettings()
    }

    private static func hook(_ url: String, hosts: String = "") -> String {
        "hosts = [\(hosts)]\n[webhooks.home]\nurl = \"\(url)\"\n"
    }
}
