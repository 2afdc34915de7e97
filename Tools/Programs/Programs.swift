// Depends on the installed programs and has no code. `swift build` takes only one product or
// target at a time; with `--target Programs` it builds both programs side by side.
