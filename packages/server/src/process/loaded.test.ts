import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = `
  await import('./process/serve.ts')
  await import('@adrail/sandbox')
  console.log(JSON.stringify(process.moduleLoadList))
  process.exit(0)
`

/** Returns the built-in modules of Node that a process with the sandbox loads before it serves. */
function builtInLoaded(): readonly string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
}

test('a process does not load the HTTP client that is built into Node', () => {
  const loaded = builtInLoaded()
  expect(loaded).toContain('NativeModule http')
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
})
