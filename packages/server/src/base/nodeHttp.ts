// Node's HTTP server. Asked for by name, because an import of `node:http` reads everything that the module exports; one of
// these, `WebSocket`, loads a second HTTP client that nobody here uses: by itself 14 MiB, and 80 ms of every start.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
