// `npm run sandbox`: the three platforms alone, on one port, until a signal ends it.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache()
const { startSandbox } = await import('./index.ts')

const { SANDBOX_PORT = '8081', HOST = '127.0.0.1', DATA_DIR = './data' } = process.env

try {
  const port = Number(SANDBOX_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`SANDBOX_PORT is a port number from 0 to 65535, not '${SANDBOX_PORT}'.`)
  }
  const stateFile = join(DATA_DIR, 'sandbox.json')
  const sandbox = await startSandbox({ port, host: HOST, stateFile })
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
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
