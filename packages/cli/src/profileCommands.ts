// `adrail profile`: stores services with their API keys for later commands.

import type { Environment } from './environment.ts'
import { MissingKeyError, UsageError } from './exitCodes.ts'
import { type Flag, getSingleValue, helpFlag, isEnabled, parseFlags } from './flags.ts'
import { measureWidth, pad } from './output/cells.ts'
import { type Profiles, readProfiles, requireProfile, writeProfiles } from './profiles.ts'
import { askSecret } from './prompts.ts'
import { formatSuggestion } from './suggestion.ts'

const usage = `Usage
  adrail profile add <name> --service <url>   Store a service. The command asks for its key, or reads the key from standard input.
  adrail profile list                         List the profiles. An asterisk marks the current profile.
  adrail profile use <name>                   Make a profile the current profile.
  adrail profile remove <name>                Delete a profile.

No flag contains a key, because all users of the machine can read the flags of a running command, and the shell stores them.`

const flags: readonly Flag[] = [
  { name: 'service', placeholder: 'url', description: 'URL of the service.' },
  helpFlag,
]
const subcommands = ['add', 'list', 'use', 'remove']

export async function runProfileCommand(args: readonly string[], environment: Environment): Promise<void> {
  const parsedArgs = parseFlags(args, flags)
  const [subcommand, name, extraWord] = parsedArgs.words
  if (isEnabled(parsedArgs, 'help') || subcommand === undefined) return environment.print(usage)
  if (extraWord !== undefined)
    throw new UsageError(`"${extraWord}" is not a valid argument. To list the commands, add --help.`)
  const file = environment.settings.profilesFile
  const storedProfiles = readProfiles(file)
  if (subcommand === 'list') return printProfiles(storedProfiles, environment)
  if (!subcommands.includes(subcommand))
    throw new UsageError(
      `profile does not have a command "${subcommand}"${formatSuggestion(subcommand, subcommands)} The commands are ${subcommands.join(', ')}.`,
    )
  if (name === undefined || !/^[\w.-]{1,64}$/.test(name))
    throw new UsageError(
      `profile ${subcommand} requires a name that consists of letters, digits, dots and dashes.`,
    )
  if (subcommand === 'add') {
    const url = parseServiceFlag(getSingleValue(parsedArgs, 'service'))
    const updatedProfiles = {
      ...storedProfiles.profiles,
      [name]: { url, apiKey: await readKey(environment) },
    }
    writeProfiles(file, { current: storedProfiles.current ?? name, profiles: updatedProfiles })
    return environment.printStatus(`Stored the profile ${name} for ${url} in ${file}.`)
  }
  requireProfile(storedProfiles, name)
  if (subcommand === 'use') {
    writeProfiles(file, { ...storedProfiles, current: name })
    return environment.printStatus(`${name} is the current profile.`)
  }
  const { [name]: _, ...profiles } = storedProfiles.profiles
  const { current, ...otherFields } = storedProfiles
  writeProfiles(file, {
    ...otherFields,
    ...(current === undefined || current === name ? {} : { current }),
    profiles,
  })
  environment.printStatus(
    `Deleted the profile ${name}. Its key stays valid. To revoke the key, run \`npm run admin -- key revoke\` on the service host.`,
  )
}

function parseServiceFlag(url = 'http://localhost:8080'): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  throw new UsageError(`--service must be an http or https URL, not "${url}".`)
}

async function readKey(environment: Environment): Promise<string> {
  const key = environment.canPrompt
    ? await askSecret('API key (not shown): ', environment)
    : (await environment.readInput()).trim()
  if (/^adr_\S+$/.test(key)) return key
  throw new MissingKeyError(
    key === ''
      ? 'No API key. Enter the key at the prompt, or pass the key on standard input: adrail profile add <name> < key.txt'
      : 'The input is not an adrail API key. API keys start with adr_.',
  )
}

function printProfiles({ current, profiles }: Profiles, { print, printStatus, isTty }: Environment): void {
  const rows = Object.entries(profiles)
  if (rows.length === 0)
    printStatus('No profiles yet. To add a profile, run `adrail profile add <name> --service <url>`.')
  const nameWidth = Math.max(0, ...rows.map(([name]) => measureWidth(name)))
  for (const [name, { url, apiKey }] of rows) {
    const mark = name === current ? '*' : ' '
    print(
      isTty
        ? `${mark} ${pad(name, nameWidth)}  ${url}  ${maskKey(apiKey)}`
        : `${mark}\t${name}\t${url}\t${maskKey(apiKey)}`,
    )
  }
}

/** Returns the part of a key that identifies it but grants no access. */
function maskKey(apiKey: string): string {
  return `${apiKey.split('_', 2).join('_')}_…`
}
