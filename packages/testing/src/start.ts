// Starts one adrail in its own temporary folder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { millisecondsIn } from '@adrail/sandbox'
import { embed } from '@adrail/server/embed'
import type { Adrail, AdrailOptions } from './index.ts'

export async function start({ now, settings, logFile }: AdrailOptions): Promise<Adrail> {
  const startAt = now === undefined ? undefined : instantOf(now)
  const dataDir = mkdtempSync(join(tmpdir(), 'adrail-testing-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  // Covers test suites that end their process without closing.
  process.once('exit', remove)
  const clear = () => {
    process.removeListener('exit', remove)
    remove()
  }
  const embedded = await embed({ dataDir, startAt, settings, logFile }).catch((error: unknown) => {
    clear()
    throw error
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= embedded.close().finally(clear)
    return closing
  }
  const { advance, now: timeNow, ...rest } = embedded
  return {
    ...rest,
    clock: {
      now: timeNow,
      advance: async (by) => await advance(typeof by === 'number' ? by : lengthOf(by)),
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function instantOf(text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new Error(`now is '${text}', and must be an instant such as '2026-11-15T12:00:00Z'.`)
  return at
}

function lengthOf(text: string): number {
  const length = millisecondsIn(text)
  if (length === undefined || length < 0)
    throw new Error(`'${text}' is no length of time. The clock advances by lengths such as '61d' or '15m'.`)
  return length
}
