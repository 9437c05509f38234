// Profiles: services with their API keys, in one file that only its owner may read.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MissingKeyError, UsageError } from './exitCodes.ts'
import { formatSuggestion } from './suggestion.ts'

export interface Profile {
  readonly url: string
  readonly apiKey: string
}

export interface Profiles {
  /** The profile that commands use when none is named. */
  readonly current?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

export function readProfiles(file: string): Profiles {
  if (!existsSync(file)) return { profiles: {} }
  assertPrivate(file)
  return parseProfiles(readFileSync(file, 'utf8'), file)
}

/** Writes the file atomically. No other user can read it at any time. */
export function writeProfiles(file: string, profiles: Profiles): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.new`
  writeFileSync(temporaryFile, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  // A file that an aborted write left behind keeps its own mode.
  chmodSync(temporaryFile, 0o600)
  renameSync(temporaryFile, file)
}

export function requireProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return profile
  throw new UsageError(
    `Unknown profile "${name}"${formatSuggestion(name, Object.keys(profiles))} To add this profile, run \`adrail profile add ${name}\`.`,
  )
}

/** Windows has no such file modes. There, the permissions of the user's folder protect the file. */
function assertPrivate(file: string): void {
  const mode = statSync(file).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new MissingKeyError(
      `Other users can read the keys in ${file} (mode ${mode.toString(8)}). Run \`chmod 600 ${file}\`. If other people use this machine, rotate the keys.`,
    )
}

function parseProfiles(text: string, file: string): Profiles {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = undefined
  }
  if (!isProfiles(parsed))
    throw new MissingKeyError(`${file} is not a valid profiles file. Fix or delete the file.`)
  return parsed
}

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== 'object' || value === null || !('profiles' in value)) return false
  const { profiles } = value
  return (
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every(({ url, apiKey }) => typeof url === 'string' && typeof apiKey === 'string')
  )
}
