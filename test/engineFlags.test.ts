import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each(['Dockerfile', 'deploy/systemd/adrail@.service', 'docs/running.md', 'docs/tracing.md'])(
  '%s starts the service with the V8 flags of npm start',
  (path) => {
    const { start } = JSON.parse(read('package.json')).scripts
    const flags = start.split(' ').filter((word: string) => /^--(max|heap|no)-/.test(word))
    expect(flags.length).toBeGreaterThan(1)
    for (const flag of flags) expect(read(path)).toContain(flag)
  },
)
