// A server between the service and a sandbox, for tests: it can answer in a platform's place with what no platform would
// send.

import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { afterAll, beforeEach, inject } from 'vitest'

export interface Instead {
  readonly json?: unknown
  /** Anything else in its place: as it is on the wire. */
  readonly raw?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly bytes?: Buffer
  }
  /** The sandbox carries the request out all the same, and only its answer is replaced. */
  readonly carriedOut?: boolean
}

/** An answer on its way, to be changed as it stands. */
export interface Passing {
  readonly path: string
  readonly asked: string
  readonly headers: Record<string, string | string[] | undefined>
  json: unknown
}

export interface Between {
  /** Where the service finds its platforms. */
  readonly url: string
  readonly sandbox: Sandbox
  /** Until the end of the test; what it returns nothing for is passed on. */
  answer(instead: (path: string) => Instead | undefined): void
  /** Changes what the sandbox answers in JSON, until the end of the test. */
  alter(change: (answer: Passing) => void): void
}

const passOn = () => undefined

/** One for all tests of a file; awaited while the file is read, because the service must know where it is. */
export async function useBetween(): Promise<Between> {
  const sandbox = await startSandbox({ clock: '2026-01-15T12:00:00Z', variation: inject('variationSeed') })
  let instead: (path: string) => Instead | undefined = passOn
  let alter: ((answer: Passing) => void) | undefined
  // The `Keep-Alive` header of the sandbox is passed on, so idle connections stay open as long as it says: 60 seconds.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { url = '/', method, headers } = request
    const given = instead(new URL(url, sandbox.url).pathname)
    const answer = () => {
      if (given?.raw) {
        const { status = 200, headers = {}, bytes = '' } = given.raw
        return void response.writeHead(status, headers).end(bytes)
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(given?.json))
    }
    if (given && given.carriedOut !== true) return answer()
    const asked: Buffer[] = []
    request.on('data', (chunk: Buffer) => asked.push(chunk))
    const onward = send(`${sandbox.url}${url}`, { ...(method ? { method } : {}), headers }, async (came) => {
      if (given) {
        came.resume().on('end', answer)
        return
      }
      if (alter && came.headers['content-type']?.includes('json') === true) {
        const passing = {
          path: url,
          asked: Buffer.concat(asked).toString(),
          headers: { ...came.headers },
          json: await json(came),
        }
        alter(passing)
        const { 'content-length': _, ...kept } = passing.headers
        response.writeHead(came.statusCode ?? 502, kept)
        response.end(JSON.stringify(passing.json))
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
    alter = undefined
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
    alter(change) {
      alter = change
    },
  }
}
