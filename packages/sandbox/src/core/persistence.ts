// The state file. Each write goes to a new file that then replaces the old one, so a kill leaves one or the
// other, never half.

import { mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ClockSetting } from './clock.ts'
import type { PlatformName } from './exchange.ts'
import type { State } from './state.ts'

/** Increases when the sandbox can no longer read states of the previous version. */
export const formatVersion = 1

/** The content of a state file and of a snapshot. */
export interface Snapshot {
  readonly format: 'adrail-sandbox'
  readonly version: number
  readonly clock: ClockSetting
  readonly state: State
}

export class SnapshotError extends Error {}

export function createSnapshot(state: State, clock: ClockSetting): Snapshot {
  return { format: 'adrail-sandbox', version: formatVersion, clock, state }
}

/** Parses a snapshot from outside the sandbox. Throws an error that describes what is wrong. */
export function parseSnapshot(text: string, platformNames: readonly PlatformName[]): Snapshot {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SnapshotError('is not JSON.')
  }
  const { format, version, clock, state } = Object(value) as Partial<Record<keyof Snapshot, unknown>>
  if (format !== 'adrail-sandbox') throw new SnapshotError(`has no "format": "adrail-sandbox".`)
  if (typeof version !== 'number' || version > formatVersion) {
    throw new SnapshotError(
      `has the format version ${version}, newer than ${formatVersion}, which this sandbox reads. Use the newer sandbox, or move the file away to start with a fresh world.`,
    )
  }
  if (version < formatVersion) {
    throw new SnapshotError(
      `has the format version ${version}, older than ${formatVersion}, which this sandbox reads. Move the file away to start with a fresh world.`,
    )
  }
  const sections = Object(state) as Partial<Record<keyof State, unknown>>
  for (const section of [...sharedSections, ...platformNames]) {
    if (sections[section] === undefined) throw new SnapshotError(`lacks "state.${section}".`)
  }
  if (!isClockSetting(clock)) throw new SnapshotError('lacks a "clock" with its mode.')
  // The checks above cover the format, its version and every section. A sandbox of this version wrote the
  // content of the sections.
  return { format, version, clock, state: state as State }
}

/** The sections of every state besides those of the platforms. */
const sharedSections = [
  'seed',
  'seededAt',
  'counters',
  'people',
  'apps',
  'redirectUris',
  'grants',
  'tokens',
  'codes',
  'switches',
] as const satisfies readonly (keyof State)[]

function isClockSetting(value: unknown): value is ClockSetting {
  const { mode, offsetMs, at } = Object(value) as { mode?: unknown; offsetMs?: unknown; at?: unknown }
  return (
    mode === 'real' ||
    (mode === 'shifted' && Number.isSafeInteger(offsetMs)) ||
    (mode === 'frozen' && Number.isSafeInteger(at))
  )
}

/** Reads the snapshot in a file. Returns `undefined` when there is none yet. */
export function readStateFile(path: string, platformNames: readonly PlatformName[]): Snapshot | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return parseSnapshot(text, platformNames)
  } catch (error) {
    if (error instanceof SnapshotError)
      throw new SnapshotError(`The sandbox's state file ${path} ${error.message}`)
    throw error
  }
}

export interface StateFileLock {
  release(): void
}

/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5

/**
 * Keeps a second sandbox away from the same state file. The lock is a lock on a database file, because the
 * operating system releases it at once when the process dies, however it dies.
 */
export function lockStateFile(path: string): StateFileLock {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(`${path}.lock`)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  } catch (error) {
    database.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error
    throw new SnapshotError(
      `Another sandbox uses the state file ${path}. Stop that one, or give this one another data folder.`,
    )
  }
  return { release: () => database.close() }
}

export interface StateFile {
  /** Schedules a write, because the state may have changed. */
  scheduleWrite(): void
  /** Resolves when all changes so far are on disk. */
  flush(): Promise<void>
}

/** Batches changes that occur together. A large state is written less often. */
const writeDelayMs = (bytes: number) => 100 + bytes / 20_000

export function createStateFile(
  path: string,
  takeSnapshot: () => Snapshot,
  log: (line: string) => void,
): StateFile {
  let isDirty = false
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let pendingWrite: Promise<void> = Promise.resolve()

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    pendingWrite = pendingWrite.then(async () => {
      if (!isDirty) return
      isDirty = false
      try {
        const text = JSON.stringify(takeSnapshot())
        size = text.length
        await replaceFile(path, text)
      } catch (error) {
        isDirty = true
        log(`The sandbox's state could not be written to ${path}: ${error}`)
      }
    })
    return pendingWrite
  }
  return {
    scheduleWrite() {
      isDirty = true
      timer ??= setTimeout(write, writeDelayMs(size))
    },
    flush: write,
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  const newPath = `${path}.new`
  const file = await open(newPath, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(newPath, path)
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
