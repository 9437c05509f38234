// Chooses the service and the API key of a command. A key is sent only to the address with which it was
// stored.

import { existsSync, readFileSync } from 'node:fs'
import type { Settings } from './environment.ts'
import { MissingKeyError, UsageError } from './exitCodes.ts'
import { getSingleValue, type ParsedArgs } from './flags.ts'
import { type Profile, readProfiles, requireProfile } from './profiles.ts'

/** Address of a service with the default configuration. */
const defaultUrl = 'http://localhost:8080'

export function chooseService(parsedArgs: ParsedArgs, settings: Settings): Profile {
  const profileName = getSingleValue(parsedArgs, 'profile')
  const serviceFlag = getSingleValue(parsedArgs, 'service')
  if (profileName !== undefined) {
    if (serviceFlag !== undefined)
      throw new UsageError(
        '--profile and --service cannot be combined, because a profile contains a URL. Pass only one of these flags.',
      )
    return requireProfile(readProfiles(settings.profilesFile), profileName)
  }
  const url = serviceFlag ?? settings.serviceUrl
  if (url !== undefined)
    return { url: parseServiceUrl(url), apiKey: settings.apiKey ?? findStoredKey(url, settings) }
  if (settings.apiKey !== undefined) return { url: defaultUrl, apiKey: settings.apiKey }
  const { current, ...profilesOnly } = readProfiles(settings.profilesFile)
  const profile = current === undefined ? readDemoProfile(settings) : requireProfile(profilesOnly, current)
  if (profile) return profile
  throw new MissingKeyError(
    `No service is configured, and ${settings.demoFile} does not contain a demo. Run \`adrail profile add <name> --service <url>\`, or set ADRAIL_URL and ADRAIL_KEY.`,
  )
}

function parseServiceUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(
    `The service URL must start with http or https, but is "${url}". Check --service and ADRAIL_URL.`,
  )
}

/** Returns the stored key of an address that was given without a key. */
function findStoredKey(url: string, settings: Settings): string {
  const demo = readDemoProfile(settings)
  const candidates = [...Object.values(readProfiles(settings.profilesFile).profiles), ...(demo ? [demo] : [])]
  const match = candidates.find((profile) => isSameAddress(profile.url, url))
  if (match) return match.apiKey
  throw new MissingKeyError(
    `No API key for ${url}. Set ADRAIL_KEY, or run \`adrail profile add <name> --service ${url}\`.`,
  )
}

function isSameAddress(first: string, second: string): boolean {
  return URL.canParse(first) && new URL(first).href === new URL(second).href
}

function readDemoProfile({ demoFile }: Settings): Profile | undefined {
  if (!existsSync(demoFile)) return undefined
  try {
    const { url, apiKey } = JSON.parse(readFileSync(demoFile, 'utf8'))
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined
  } catch {
    // The next start of the service writes a damaged file again.
    return undefined
  }
}
