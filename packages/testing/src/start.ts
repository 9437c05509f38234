// Starts one adrail in its own temporary folder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDurationMs } from '@adrail/sandbox'
import { embed } from '@adrail/server/embed'
import type { Adrail, AdrailOptions } from './index.ts'

export async function start({ now, settings, logFile }: AdrailOptions): Promise<Adrail> {
  const startAt = now === undefined ? undefined : parseInstant(now)
  const dataDir = mkdtempSync(join(tmpdir(), 'adrail-testing-'))
  const removeDataDir = () => rmSync(dataDir, { recursive: true, force: true })
  // Covers test suites that end their process without closing.
  process.once('exit', removeDataDir)
  const cleanUp = () => {
    process.removeListener('exit', removeDataDir)
    removeDataDir()
  }
  const embedded = await embed({ dataDir, startAt, settings, logFile }).catch((error: unknown) => {
    cleanUp()
    throw error
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= embedded.close().finally(cleanUp)
    return closing
  }
  const { advance, now: readClock, ...otherParts } = embedded
  return {
    ...otherParts,
    clock: {
      now: readClock,
      advance: async (by) => await advance(typeof by === 'number' ? by : parseDuration(by)),
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function parseInstant(text: string): number {
  const instant = Date.parse(text)
  if (Number.isNaN(instant))
    throw new Error(`now must be an instant such as '2026-11-15T12:00:00Z', not '${text}'.`)
  return instant
}

function parseDuration(text: string): number {
  const length = parseDurationMs(text)
  if (length === undefined || length < 0)
    throw new Error(`'${text}' is not a duration. Use a duration such as '61d' or '15m'.`)
  return length
}
