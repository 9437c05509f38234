// Profiles: services with their API keys, in one file that only its owner may read.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { NoKey, UsageError } from './exitCodes.ts'
import { guess } from './guess.ts'

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
  refuseIfOpen(file)
  return profilesIn(readFileSync(file, 'utf8'), file)
}

/** Writes the file atomically. No other user can read it at any time. */
export function writeProfiles(file: string, profiles: Profiles): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.new`
  writeFileSync(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  // A file that an aborted write left behind keeps its own mode.
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

export function requireProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return profile
  throw new UsageError(
    `There is no profile ${name}${guess(name, Object.keys(profiles))} A new one is added with \`adrail profile add ${name}\`.`,
  )
}

/** Windows has no such file modes. There, the permissions of the user's folder protect the file. */
function refuseIfOpen(file: string): void {
  const mode = statSync(file).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new NoKey(
      `${file} holds keys and can be read by others (mode ${mode.toString(8)}). Run \`chmod 600 ${file}\`, and rotate the keys if somebody else uses this machine.`,
    )
}

function profilesIn(text: string, file: string): Profiles {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    read = undefined
  }
  if (!isProfiles(read)) throw new NoKey(`${file} is not a file of profiles any more. Mend it or remove it.`)
  return read
}

function isProfiles(read: unknown): read is Profiles {
  if (typeof read !== 'object' || read === null || !('profiles' in read)) return false
  const { profiles } = read
  return (
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every(({ url, apiKey }) => typeof url === 'string' && typeof apiKey === 'string')
  )
}
