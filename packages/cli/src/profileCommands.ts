// `adrail profile`: stores services with their API keys for later commands.

import { askHidden } from './ask.ts'
import { NoKey, UsageError } from './exitCodes.ts'
import { type Flag, helpFlag, isOn, readFlags, single } from './flags.ts'
import { guess } from './guess.ts'
import { padded, widthOf } from './output/cells.ts'
import { type Profiles, readProfiles, requireProfile, writeProfiles } from './profiles.ts'
import type { Surroundings } from './surroundings.ts'

const usage = `Usage
  adrail profile add <name> --service <url>   keep a service; its key is asked for, or read from standard input
  adrail profile list                         list them; the current one is marked
  adrail profile use <name>                   make one the current one
  adrail profile remove <name>                forget one

A key is never a flag: everybody on the machine can read the flags of a running command, and the shell remembers them.`

const flags: readonly Flag[] = [{ name: 'service', value: 'url', says: 'where the service is' }, helpFlag]
const verbs = ['add', 'list', 'use', 'remove']

export async function profile(args: readonly string[], around: Surroundings): Promise<void> {
  const given = readFlags(args, flags)
  const [verb, name, stray] = given.words
  if (isOn(given, 'help') || verb === undefined) return around.print(usage)
  if (stray !== undefined) throw new UsageError(`"${stray}" is not expected here.`)
  const file = around.settings.profilesFile
  const stored = readProfiles(file)
  if (verb === 'list') return list(stored, around)
  if (!verbs.includes(verb))
    throw new UsageError(`profile has no command ${verb}${guess(verb, verbs)} It has ${verbs.join(', ')}.`)
  if (name === undefined || !/^[\w.-]{1,64}$/.test(name))
    throw new UsageError(`profile ${verb} needs a name of letters, digits, dots and dashes.`)
  if (verb === 'add') {
    const url = serviceUrl(single(given, 'service'))
    const added = { ...stored.profiles, [name]: { url, apiKey: await readKey(around) } }
    writeProfiles(file, { current: stored.current ?? name, profiles: added })
    return around.tell(`Kept ${name} for ${url} in ${file}.`)
  }
  requireProfile(stored, name)
  if (verb === 'use') {
    writeProfiles(file, { ...stored, current: name })
    return around.tell(`${name} is the current profile.`)
  }
  const { [name]: _, ...profiles } = stored.profiles
  const { current, ...rest } = stored
  writeProfiles(file, {
    ...rest,
    ...(current === undefined || current === name ? {} : { current }),
    profiles,
  })
  around.tell(
    `Forgot ${name}. Its key still works: end it with \`npm run admin -- key revoke\` at the service.`,
  )
}

function serviceUrl(url = 'http://localhost:8080'): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  throw new UsageError(`--service must be an http or https URL, not "${url}".`)
}

async function readKey(around: Surroundings): Promise<string> {
  const key = around.canAsk
    ? await askHidden('API key (not shown): ', around)
    : (await around.readInput()).trim()
  if (/^adr_\S+$/.test(key)) return key
  throw new NoKey(
    key === ''
      ? 'No key was given. Type it when asked, or hand it over on standard input: adrail profile add <name> < key.txt'
      : 'That is not an API key of adrail: those begin with adr_.',
  )
}

function list({ current, profiles }: Profiles, { print, tell, isRead }: Surroundings): void {
  const rows = Object.entries(profiles)
  if (rows.length === 0) tell('No profiles. Add one with `adrail profile add <name> --service <url>`.')
  const room = Math.max(0, ...rows.map(([name]) => widthOf(name)))
  for (const [name, { url, apiKey }] of rows) {
    const mark = name === current ? '*' : ' '
    print(
      isRead
        ? `${mark} ${padded(name, room)}  ${url}  ${shortened(apiKey)}`
        : `${mark}\t${name}\t${url}\t${shortened(apiKey)}`,
    )
  }
}

/** Returns the part of a key that identifies it but grants no access. */
function shortened(apiKey: string): string {
  return `${apiKey.split('_', 2).join('_')}_…`
}
