#!/usr/bin/env node
// `adrail-testing`: adrail and its sandbox for test suites in other languages. The program prints the
// addresses as one line of JSON and reads commands as lines of JSON. It ends with its standard input or its
// parent process.

import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { AccountLink, Adrail } from './index.ts'
import { startAdrail } from './index.ts'

const help = `adrail-testing: adrail with its sandbox in one process, for tests. The program deletes all data when it ends.

  --now INSTANT     Start time of the clock, such as 2026-11-15T12:00:00Z. Defaults to the machine's time.
  --set NAME=VALUE  A setting of adrail. Repeat the flag for several settings.
  --log FILE        File for the log of adrail.
  --help            Show this help.

Prints one line of JSON with url, apiKey, workspaceId and users, and with the url and admin URL of the sandbox.
Reads lines of JSON from standard input. For each line, the program prints one line with the time or an error:

  {"advance": "61d"}                                                    advances the clock
  {"link": {"userId": "usr_…", "platform": "search", "person": "ben"}}  links an ad account to a user

Ends when standard input or the parent process ends, or on SIGTERM.
`

/** How often the program checks whether its parent process still runs. */
const checkParentEveryMs = 100

try {
  const { values } = parseArgs({
    options: {
      now: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      log: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(help)
  else {
    const adrail = await startAdrail({
      ...(values.now === undefined ? {} : { now: values.now }),
      ...(values.log === undefined ? {} : { logFile: values.log }),
      settings: Object.fromEntries(values.set.map(parseSetting)),
    })
    serve(adrail)
  }
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`)
  process.exit(1)
}

function serve(adrail: Adrail): void {
  const { url, apiKey, workspaceId, users, sandbox } = adrail
  const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
  const admin = `${sandbox.url}/_sandbox/`
  print({ url, apiKey, workspaceId, users, sandbox: { url: sandbox.url, admin } })

  const shutDown = () => {
    adrail.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${toMessage(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, shutDown)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) shutDown()
  }, checkParentEveryMs).unref()

  // Only a pipe ends with the program at its other end. A shell gives background commands /dev/null, which is
  // empty.
  const input = fstatSync(0)
  if (!input.isFIFO() && !input.isSocket()) return
  let lastCommand: Promise<unknown> = Promise.resolve()
  createInterface(process.stdin)
    .on('line', (line) => {
      lastCommand = lastCommand.then(async () =>
        print(await runCommand(adrail, line).catch((error) => ({ error: toMessage(error) }))),
      )
    })
    .once('close', () => void lastCommand.then(shutDown))
}

async function runCommand(adrail: Adrail, line: string): Promise<object> {
  // The functions of the package validate the command.
  const { advance, link } = JSON.parse(line) as { advance?: never; link?: AccountLink }
  if (advance !== undefined) await adrail.clock.advance(advance)
  else if (link !== undefined) await adrail.link(link)
  else throw new Error('Unknown command. Send {"advance": …} or {"link": …}.')
  return { now: new Date(adrail.clock.now()).toISOString() }
}

function parseSetting(text: string): readonly [name: string, value: string] {
  const separator = text.indexOf('=')
  if (separator < 1) throw new Error(`--set needs NAME=VALUE, not '${text}'.`)
  return [text.slice(0, separator), text.slice(separator + 1)]
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
