import { expect, test } from 'vitest'
import { startSandbox } from './index.ts'

test('a sandbox starts on a free port with its people and a clock that stands still', async () => {
  const sandbox = await startSandbox({ clock: '2026-11-15T12:00:00Z' })
  try {
    expect(sandbox.clock.now()).toBe(Date.parse('2026-11-15T12:00:00Z'))
    expect(Object.keys(sandbox.state().people)).toContain('ada')
    expect((await fetch(`${sandbox.url}/nowhere`)).status).toBe(404)
  } finally {
    await sandbox.close()
  }
})
