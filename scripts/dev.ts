// `npm run dev`: the service, started again whenever a file of it changes. Node's watcher loads nothing of ours, so that it
// would not notice the end of npm (see underNpm.mjs); this program does, and takes the watcher with it.

import { spawn } from 'node:child_process'

const service = 'packages/server/src/main.ts'
const watcher = spawn(process.execPath, ['--watch', service], {
  stdio: 'inherit',
})

process.on('SIGTERM', () => watcher.kill('SIGTERM'))
// The terminal tells everybody it has started.
process.on('SIGINT', () => {})
watcher.on('exit', (code) => process.exit(code ?? 1))
