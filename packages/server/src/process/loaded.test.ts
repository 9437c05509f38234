import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = `
  await import('./process/serve.ts')
  await import('@adrail/sandbox')
  console.log(JSON.stringify(process.moduleLoadList))
  process.exit(0)
`

/** What of Node itself a process has loaded by the time it could serve, with the sandbox inside. */
function builtInLoaded(): readonly string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
}

test("a process has the HTTP client that it uses, and not Node's own besides", () => {
  const loaded = builtInLoaded()
  expect(loaded).toContain('NativeModule http')
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
})
