// Node's HTTP server, without `import`: an import of `node:http` evaluates all exports of the module. One of
// these, `WebSocket`, loads a second, unused HTTP client. That client alone takes 14 MiB and 80 ms at every
// start.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
