#!/usr/bin/env node
// `adrail-sandbox`: the three platforms alone, on one port, until a signal ends it.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

enableCompileCache()

const { SANDBOX_PORT = '8081', SANDBOX_HOST = '127.0.0.1', DATA_DIR = './data' } = process.env

const help = `adrail-sandbox: three advertising platforms emulated on one port, offline.

  --port PORT      where it listens, 0 for any free port (SANDBOX_PORT, else 8081)
  --host HOST      the address it listens at (SANDBOX_HOST, else 127.0.0.1)
  --data FOLDER    where its state is kept (DATA_DIR, else ./data)
  --help           this text
`

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: SANDBOX_PORT },
      host: { type: 'string', default: SANDBOX_HOST },
      data: { type: 'string', default: DATA_DIR },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(help)
  else await serve(values.port, values.host, join(values.data, 'sandbox.json'))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function serve(portText: string, host: string, stateFile: string): Promise<void> {
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port, or SANDBOX_PORT, is a port number from 0 to 65535, not '${portText}'.`)
  }
  // Only now, so that the compile cache serves it and the help needs none of it.
  const { startSandbox } = await import('./index.ts')
  const sandbox = await startSandbox({ port, host, stateFile })
  const names = sandbox.people().people.map(({ name }) => name)
  process.stdout.write(`adrail sandbox  ${sandbox.url}   page ${sandbox.url}/   people ${sandbox.url}/_sandbox/people
${names.join(', ')} · state in ${stateFile}\n`)
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
