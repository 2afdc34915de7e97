import Automation
import Configuration
import Testing

@Suite("config/ask.toml")
struct AskSettingsTests {
    private func settings(_ text: String) throws -> AskSettings {
        try ShippedFiles.configuration(replacing: ["ask.toml": text]).askSettings()
    }

    @Test("is off as shipped, with the limits of a file that says nothing")
    func shipped() throws {
        let shipped = try ShippedFiles.configuration().askSettings()
        let empty = try settings("")
        #expect(shipped.endpoint == nil)
        #expect(shipped.questions.count == 5)
        for settings in [shipped, empty] {
            #expect(settings.mostCharacters == 100)
            #expect(settings.daily == 20)
        }
    }

    @Test(
        "allows this machine, and another one only by https and by name",
        arguments: [
            ("http://127.0.0.1:11434/v1", "", "127.0.0.1"),
            ("http://localhost/v1", "", "localhost"),
            ("https://models.example.org/v1", "elsewhere = true", "models.example.org"),
        ])
    func allowed(endpoint: String, further: String, host: String) throws {
        let settings = try settings("endpoint = \"\(endpoint)\"\nmodel = \"m\"\n\(further)\n")
        #expect(settings.endpoint?.host == host)
    }
}
