// `npm run dev`: restarts the service when one of its files changes. Node's watcher does not load
// underNpm.mjs, so it would not notice the end of npm. This program does, and then stops the watcher.

import { spawn } from 'node:child_process'

const service = 'packages/server/src/main.ts'
const watcher = spawn(process.execPath, ['--watch', service], {
  stdio: 'inherit',
})

process.on('SIGTERM', () => watcher.kill('SIGTERM'))
// The terminal sends SIGINT to all processes of the group.
process.on('SIGINT', () => {})
watcher.on('exit', (code) => process.exit(code ?? 1))
