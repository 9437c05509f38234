// These tests run the curl examples of the page in a real shell.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tokenLine } from '../src/admin/page.ts'
import { platforms } from '../src/platforms/index.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()
const run = promisify(execFile)

for (const { name: platform, curlExamples } of platforms) {
  for (const { title, line } of curlExamples('$ORIGIN')) {
    test(`the curl example for ${platform}, ${title.toLowerCase()}, succeeds as shown`, async () => {
      const script = `${tokenLine(platform)}\n${line}`.replaceAll('$ORIGIN', sandbox.url)
      await run('bash', ['-c', script])
      const seen = sandbox.requests.list({ platform }).at(-1)
      expect([200, 204]).toContain(seen?.status)
    })
  }
}
