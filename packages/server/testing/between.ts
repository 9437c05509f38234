// A server between the service and a sandbox, for tests: it can answer in a platform's place with well-formed JSON that
// no platform would send.

import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { afterAll, beforeEach } from 'vitest'

export interface Instead {
  readonly json: unknown
  /** The sandbox carries the request out all the same, and only its answer is replaced. */
  readonly carriedOut?: boolean
}

export interface Between {
  /** Where the service finds its platforms. */
  readonly url: string
  readonly sandbox: Sandbox
  /** Until the end of the test; what it returns nothing for is passed on. */
  answer(instead: (path: string) => Instead | undefined): void
}

const passOn = () => undefined

/** One for all tests of a file; awaited while the file is read, because the service must know where it is. */
export async function useBetween(): Promise<Between> {
  const sandbox = await startSandbox({ clock: '2026-01-15T12:00:00Z' })
  let instead: (path: string) => Instead | undefined = passOn
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request
    const given = instead(new URL(url, sandbox.url).pathname)
    const answer = () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(given?.json))
    }
    if (given && given.carriedOut !== true) return answer()
    const onward = send(`${sandbox.url}${url}`, { ...(method ? { method } : {}), headers }, (came) => {
      if (given) {
        came.resume().on('end', answer)
        return
      }
      response.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  // It listens on a port, so it has one.
  const port = typeof address === 'object' && address !== null ? address.port : 0
  beforeEach(() => {
    instead = passOn
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    sandbox,
    answer(given) {
      instead = given
    },
  }
}
