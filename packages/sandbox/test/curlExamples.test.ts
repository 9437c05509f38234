// These tests run the curl examples of the page in a real shell.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { curlExamples } from '../src/admin/curlExamples.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()
const run = promisify(execFile)

for (const { platform, token, calls } of curlExamples('$ORIGIN')) {
  for (const { title, line } of calls) {
    test(`the curl example for ${platform}, ${title.toLowerCase()}, succeeds as shown`, async () => {
      const script = `${token}\n${line}`.replaceAll('$ORIGIN', sandbox.url)
      await run('bash', ['-c', script])
      const seen = sandbox.requests.list({ platform }).at(-1)
      expect([200, 204]).toContain(seen?.status)
    })
  }
}
