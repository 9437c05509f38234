// Chooses the service and the API key of a command. A key is sent only to the address with which it was
// stored.

import { existsSync, readFileSync } from 'node:fs'
import { NoKey, UsageError } from './exitCodes.ts'
import { type Given, single } from './flags.ts'
import { type Profile, readProfiles, requireProfile } from './profiles.ts'
import type { Settings } from './surroundings.ts'

/** Address of a service with the default configuration. */
const usualUrl = 'http://localhost:8080'

export function chooseService(given: Given, settings: Settings): Profile {
  const named = single(given, 'profile')
  const asked = single(given, 'service')
  if (named !== undefined) {
    if (asked !== undefined)
      throw new UsageError(
        '--profile and --service name two services. Give one of them: a profile has its own address.',
      )
    return requireProfile(readProfiles(settings.profilesFile), named)
  }
  const url = asked ?? settings.serviceUrl
  if (url !== undefined) return { url: webAddress(url), apiKey: settings.apiKey ?? storedKey(url, settings) }
  if (settings.apiKey !== undefined) return { url: usualUrl, apiKey: settings.apiKey }
  const { current, ...stored } = readProfiles(settings.profilesFile)
  const found = current === undefined ? demoOf(settings) : requireProfile(stored, current)
  if (found) return found
  throw new NoKey(
    `No service is known. Run \`adrail profile add <name> --service <url>\`, or set ADRAIL_URL and ADRAIL_KEY; after \`npm start\` the demo in ${settings.demoFile} is used by itself.`,
  )
}

function webAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(`The service's address must be an http or https URL, not "${url}".`)
}

/** Returns the stored key of an address that was given without a key. */
function storedKey(url: string, settings: Settings): string {
  const demo = demoOf(settings)
  const known = [...Object.values(readProfiles(settings.profilesFile).profiles), ...(demo ? [demo] : [])]
  const found = known.find((profile) => sameAddress(profile.url, url))
  if (found) return found.apiKey
  throw new NoKey(
    `There is no key for ${url}. Set ADRAIL_KEY, or run \`adrail profile add <name> --service ${url}\`.`,
  )
}

function sameAddress(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href
}

function demoOf({ demoFile }: Settings): Profile | undefined {
  if (!existsSync(demoFile)) return undefined
  try {
    const { url, apiKey } = JSON.parse(readFileSync(demoFile, 'utf8'))
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined
  } catch {
    // The next start of the service writes a damaged file again.
    return undefined
  }
}
