import Scripting

private let fewSteps = ScriptLimits(loadInstructions: 50_000)

/// Single steps of Lua that take long, which only the clock can tell.
let slowSteps: [Attack] = [
    .init(
        "comparing long texts",
        """
        local a, b = ('a'):rep(250000) .. 'a', ('a'):rep(250000) .. 'b'
        while true do local c = a < b and a < b and a < b and a < b end
        """, .instructionLimit, limits: fewSteps),
    .init(
        "taking long texts for arguments",
        "local n = ('0'):rep(250000) while true do math.floor(n) end", .instructionLimit,
        limits: fewSteps),
    .init(
        "keys that collide",
        """
        local t, step = {}, (1 << 15) - 1
        for i = 1, 1e9 do t[i * step] = true end
        """, .instructionLimit, limits: .init(loadInstructions: 1_000_000)),
    .init(
        "walking a table that was emptied",
        """
        local t = {} for i = 1, 30000 do t['k' .. i] = i end for i = 1, 30000 do t['k' .. i] = nil end
        while true do next(t) next(t) next(t) next(t) end
        """, .instructionLimit, limits: .init(loadInstructions: 1_200_000)),
]
