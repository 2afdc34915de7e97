import Automation
import Configuration
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

    private static let mistakes: [(text: String, message: String)] = [
        ("[webhook.home]\n", "unknown setting \"webhook\" (did you mean \"webhooks\"?)"),
        (
            "[watch]\nsync_hour = 3\n",
            "unknown setting \"sync_hour\" in watch (did you mean \"sync_hours\"?)"
        ),
        ("[webhooks.home]\n", "\"url\" in webhooks, home is missing"),
        (
            hook("https://hoks.example.org/", hosts: "\"hooks.example.org\""),
            "webhook \"home\": its host \"hoks.example.org\" is not listed in hosts "
                + "(did you mean \"hooks.example.org\"?)"
        ),
        (
            hook("https://sub.example.org/", hosts: "\"example.org\""),
            "webhook \"home\": its host \"sub.example.org\" is not listed in hosts "
                + "(did you mean \"example.org\"?)"
        ),
        (
            hook("https://example.org@evil.test/", hosts: "\"example.org\""),
            "webhook \"home\": url can't have a user or password"
        ),
        (hook("http://example.org/"), "webhook \"home\": url must begin with https"),
        (
            hook("http://example.org/") + "plain_http = true\n",
            "webhook \"home\": url must begin with https"
        ),
        (
            hook("http://localhost/"),
            "webhook \"home\": url must begin with https; because it leads to this machine, "
                + "\"plain_http = true\" allows it as it is"
        ),
        (
            hook("ftp://example.org/"),
            "webhook \"home\": url must be an https address; other letters than those of "
                + "ASCII are written as %XX, in a host as xn--"
        ),
        (
            "[webhooks.\"../../up\"]\nurl = \"https://a.test/\"\n",
            "webhook \"../../up\": a name is at most 40 letters, digits, \"-\" and \"_\""
        ),
        (
            "[commands.speak]\npath = \"espeak\"\n",
            "command \"speak\": path must be a whole path from \"/\", such as "
                + "\"/usr/bin/logger\""
        ),
        (
            command("input = \"events\""),
            "command \"speak\": input must be event or none (did you mean \"event\"?)"
        ),
        (command("seconds = 0"), "command \"speak\": seconds must be 1 to 600"),
        (
            command("seconds = \"3\""),
            "\"seconds\" in commands, speak must be a whole number"
        ),
        ("[watch]\nsync_hours = 0\n", "watch: sync_hours must be 1 to 720"),
        ("[watch]\nnews_days = 400\n", "watch: news_days must be 1 to 366"),
        ("[watch]\nmost_news_days = 0\n", "watch: most_news_days must be 1 to 366"),
        ("[backup]\nevery_days = -1\n", "backup: every_days must be 0 to 366"),
        ("[backup]\nkeep = 0\n", "backup: keep must be 1 to 1000"),
        ("[retry]\ntimes = 0\n", "retry: times must be 1 to 50"),
        ("notify = true\n", "\"notify\" must be a table"),
        ("hosts = \"example.org\"\n", "\"hosts\" must be a list"),
    ]

    @Test("reports a mistake and its fix", arguments: mistakes)
    func report(text: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try settings(text) }
        #expect(error?.file == "config/automation.toml")
        #expect(error?.message == message)
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

    private static func command(_ line: String) -> String {
        "[commands.speak]\npath = \"/usr/bin/espeak-ng\"\n\(line)\n"
    }
}
