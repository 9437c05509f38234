// Runs the commands of the README unchanged and stops them like a supervisor.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, startCommand = ''] = /```sh\n(.+)\n```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []

test.each([
  [startCommand, /adrail serves at (\S+)/],
  ['npm run dev', /adrail serves at (\S+)/],
  ['npm run sandbox', /adrail sandbox +(\S+)/],
])('%s leaves no process running when npm receives SIGTERM', async (command, started) => {
  const run = runCommand(command)
  const [, url = ''] = await run.waitForOutput(started)
  await run.waitForOutput(/demo\.json|state in/)
  expect((await fetch(url)).status).toBeLessThan(500)

  run.npm.kill('SIGTERM')

  // Child processes that inherited the output have ended as well.
  await run.allEnded
  await expect(fetch(url)).rejects.toThrow()
})

function runCommand(command: string) {
  const folder = newFolder('adrail-start-', 'disk')
  const [program = '', ...args] = command.split(' ')
  const npm = spawn(program, args, {
    cwd: root,
    // A separate process group lets the cleanup kill the processes of a failed test.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: folder,
      DATA_DIR: folder,
      PORT: '0',
      SANDBOX_PORT: '0',
      METRICS_PORT: '0',
    },
  })
  const allEnded = once(npm, 'close')
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  onTestFinished(async () => {
    try {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
    } catch {
      // No process is left, as expected.
    }
    await allEnded
    rmSync(folder, { recursive: true, force: true })
  })
  const waitForOutput = (pattern: RegExp) =>
    expect
      .poll(() => pattern.exec(output), { timeout: 60_000 })
      .not.toBeNull()
      .then(() => pattern.exec(output) ?? [])
  return { npm, waitForOutput, allEnded }
}
