// Records the error codes that operations return while the suite runs. `test/seenCodes.ts` compares them with
// the contract.

import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { Log } from '../src/observability/log.ts'

const seenLines = new Set<string>()

/** Wraps the log and records the error code of each request. */
export function withSeenCodes(log: Log): Log {
  const file = inject('seenCodes')
  return {
    ...log,
    request(fields) {
      const { operation, code } = fields
      if (typeof operation === 'string' && typeof code === 'string') appendOnce(file, `${operation} ${code}`)
      log.request(fields)
    },
  }
}

function appendOnce(file: string, line: string): void {
  if (seenLines.has(line)) return
  seenLines.add(line)
  appendFileSync(file, `${line}\n`)
}
