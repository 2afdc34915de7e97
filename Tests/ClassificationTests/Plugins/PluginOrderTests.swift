import Classification
import Model
import Testing

@Suite("The place of a plugin in the pipeline")
struct PluginOrderTests {
    @Test("is behind the last stage of rules that come as data, where it names none")
    func usualPlace() throws {
        #expect(
            try order([("refunds", "")]) == ["rules", "transfers", "map", "refunds", "default"])
    }

    @Test("is directly behind a stage that it names in after")
    func afterStage() throws {
        #expect(
            try order([("refunds", "after = 'transfers'")])
                == ["rules", "transfers", "refunds", "map", "default"])
    }

    @Test("is directly before a stage that it names in before alone")
    func beforeStage() throws {
        #expect(
            try order([("refunds", "before = 'map'")])
                == ["rules", "transfers", "refunds", "map", "default"])
    }

    @Test("is behind a stage that it overrules")
    func overruled() throws {
        #expect(
            try order([("refunds", "overrules = 'transfers'")])
                == ["rules", "transfers", "refunds", "map", "default"])
    }

    @Test("can be first of all")
    func first() throws {
        #expect(
            try order([("early", "before = 'rules'")])
                == ["early", "rules", "transfers", "map", "default"])
    }

    @Test("is behind the plugins that it needs, whatever their names")
    func needs() throws {
        let plugins = [("a", "after = 'transfers', needs = 'z'"), ("z", "after = 'transfers'")]
        #expect(try order(plugins) == ["rules", "transfers", "z", "a", "map", "default"])
    }

    @Test("is decided by names between plugins that could stand in one place")
    func byName() throws {
        let plugins = [("b", "after = 'map'"), ("a", "after = 'map'"), ("c", "")]
        #expect(
            try order(plugins) == ["rules", "transfers", "map", "a", "b", "c", "default"])
        #expect(try order(plugins) == (try order(plugins.reversed())))
    }

    @Test("does not exist in a cycle, which is named, and others keep theirs")
    func cycle() throws {
        let plugins = try placed([
            ("a", "after = 'b'"), ("b", "after = 'c'"), ("c", "after = 'a'"), ("d", ""),
        ])
        #expect(
            plugins.pipeline.stages.map(\.name)
                == ["rules", "transfers", "map", "d", "default"])
        #expect(plugins.leftOut.count == 3)
        let message = try #require(plugins.leftOut.first).message
        #expect(
            message.hasPrefix("plugins wait for each other: a before c before b before a; "))
    }

    @Test("does not exist where a stage would have to be before itself")
    func cycleThroughStages() throws {
        let plugins = try placed([("a", "after = 'default', before = 'transfers'")])
        #expect(plugins.pipeline.stages.map(\.name) == stages)
        #expect(plugins.leftOut.map(\.file) == ["Plugins/a/plugin.lua"])
    }

    @Test("does not exist beside an unknown stage, and a misspelt one is guessed")
    func unknownPlace() throws {
        let plugins = try placed([("a", "after = 'transfer'"), ("b", "")])
        #expect(
            plugins.pipeline.stages.map(\.name) == ["rules", "transfers", "map", "b", "default"])
        #expect(
            plugins.leftOut.map(\.message) == [
                "there is no stage or enabled plugin \"transfer\" to come before or after "
                    + "(did you mean \"transfers\"?)"
            ])
    }

    @Test("does not exist without the plugins it needs, nor for those that need it")
    func missingNeed() throws {
        let plugins = try placed([("a", "needs = 'b'"), ("b", "needs = 'c'")])
        #expect(plugins.pipeline.stages.map(\.name) == stages)
        #expect(
            plugins.leftOut.map(\.message) == [
                "it needs the plugin \"c\", which is not enabled",
                "it needs the plugin \"b\", which is not enabled",
            ])
    }

    private let stages = ["rules", "transfers", "map", "default"]

    private func order(_ plugins: [(name: String, place: String)]) throws -> [String] {
        let placed = try placed(plugins)
        #expect(placed.leftOut == [])
        return placed.pipeline.stages.map(\.name)
    }

    private func placed(_ plugins: [(name: String, place: String)]) throws -> Plugins {
        Plugins(
            try plugins.map { name, place in
                Plugins.Choice(try loadedPlugin(name, parts: place.isEmpty ? "" : place + ","))
            },
            in: try makeBarePipeline())
    }
}
