import ArgumentParser

/// Whether to answer in JSON; the fields are documented in `docs/json.md`.
struct JSONOption: ParsableArguments {
    @Flag(help: "Answer in JSON with stable field names.")
    var json = false
}
