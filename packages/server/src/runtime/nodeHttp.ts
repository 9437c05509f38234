// Node's HTTP server, without `import`. An import of `node:http` evaluates all exports of the module, and one of
// them, `WebSocket`, loads a second, unused HTTP client. Without that client, the bench row "RSS idle without
// sandbox" meets its goal of 150 MiB.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
