// These tests run the programs in docs/sandbox.md without changes.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSandbox } from '../testing/sandbox.ts'
import { findingsTable } from './clientFindings.ts'

const execFileAsync = promisify(execFile)
const text = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')
const programs = [...text.matchAll(/^```js file=(\S+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => ({
  name,
  code,
}))

const sandbox = useSandbox()
let folder: string
beforeAll(async () => {
  // In `node_modules`, the programs can resolve their imports, and no tool scans for sources.
  folder = await mkdtemp(fileURLToPath(new URL('../../../node_modules/.sandbox-docs-', import.meta.url)))
  for (const { name, code } of programs) await writeFile(join(folder, name), code)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the sandbox documentation contains at least six programs', () => {
  expect(programs.length).toBeGreaterThanOrEqual(6)
})

for (const { name } of programs) {
  test(`the program ${name} of the sandbox documentation runs unchanged`, async () => {
    const { stdout } = await execFileAsync(process.execPath, [join(folder, name)], {
      env: { PATH: process.env['PATH'], SANDBOX_URL: sandbox.url },
      timeout: 25_000,
    })
    if (name !== 'sandbox.mjs') expect(stdout).toMatch(/^(?!.*undefined).*\w/s)
  })
}

test('the sandbox documentation contains the table of client findings', () => {
  expect(text).toContain(findingsTable())
})

test('every curl command of the sandbox documentation succeeds', async () => {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => script)
  const lines = blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.startsWith('curl'))
  expect(lines.length).toBeGreaterThan(15)
  for (const line of lines) {
    const script = line.replaceAll('http://127.0.0.1:8081', sandbox.url).replace('curl -s', 'curl -sf')
    await execFileAsync('bash', ['-c', script], { cwd: folder, timeout: 10_000 })
  }
})
