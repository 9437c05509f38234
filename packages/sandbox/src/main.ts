#!/usr/bin/env node
// `adrail-sandbox`: serves the three platforms on one port until a signal ends the process.

import { join } from 'node:path'
import { parseArgs } from 'node:util'

const {
  SANDBOX_PORT = '8081',
  SANDBOX_HOST = '127.0.0.1',
  SANDBOX_VARIATION = '',
  DATA_DIR = './data',
} = process.env

const help = `adrail-sandbox: emulates three advertising platforms offline, on one port.

  --port PORT      Port; 0 selects a free port. Defaults to SANDBOX_PORT, or 8081.
  --host HOST      Address that the sandbox listens on. Defaults to SANDBOX_HOST, or 127.0.0.1.
  --data FOLDER    Folder that stores the state. Defaults to DATA_DIR, or ./data.
  --memory         Do not store state. Every start begins with the initial data.
  --clock INSTANT  Stop the clock at this time, such as 2026-11-15T12:00:00Z.
  --variation SEED Vary the responses with this seed, as live responses vary. Defaults to SANDBOX_VARIATION, or no variation.
  --json           Print the address as a single line of JSON, for programs that start the sandbox.
  --help           Show this help.
`

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: SANDBOX_PORT },
      host: { type: 'string', default: SANDBOX_HOST },
      data: { type: 'string', default: DATA_DIR },
      memory: { type: 'boolean', default: false },
      clock: { type: 'string' },
      variation: { type: 'string', default: SANDBOX_VARIATION },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(help)
  else await serve(values)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

interface ServeOptions {
  readonly port: string
  readonly host: string
  readonly data: string
  readonly memory: boolean
  readonly clock?: string | undefined
  readonly variation: string
  readonly json: boolean
}

async function serve({
  port: portText,
  host,
  data,
  memory,
  clock,
  variation,
  json,
}: ServeOptions): Promise<void> {
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port, or SANDBOX_PORT, must be a port number from 0 to 65535, not '${portText}'.`)
  }
  // Loaded this late because the help does not need the module.
  const { startSandbox } = await import('./index.ts')
  const stateFile = join(data, 'sandbox.json')
  const sandbox = await startSandbox({
    port,
    host,
    ...(memory ? {} : { stateFile }),
    ...(clock === undefined ? {} : { clock }),
    variation,
  })
  const names = sandbox.people().people.map(({ name }) => name)
  const { url } = sandbox
  process.stdout.write(
    json
      ? `${JSON.stringify({ url, admin: `${url}/_sandbox/` })}\n`
      : `adrail sandbox  ${url}   page ${url}/   people ${url}/_sandbox/people
${names.join(', ')} · ${memory ? 'no stored state' : `state in ${stateFile}`}\n`,
  )
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      sandbox.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${error}\n`)
          process.exit(1)
        },
      )
    })
  }
}
