import { once } from 'node:events'
import type { ErrorCode } from '@adrail/contract'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { openConnection, type RawConnection, requestText } from '../../testing/rawHttp.ts'
import { useService } from '../../testing/service.ts'
import { maxUnreadBodyBytes, unreadBodyMs } from './unreadBodies.ts'

const service = useService()
const large = 200_000_000

const refused: [ErrorCode, string, () => string][] = [
  ['UNAUTHENTICATED', '/user/create_user', () => 'wrong'],
  ['UNKNOWN_OPERATION', '/nothing', () => ''],
  ['METHOD_NOT_ALLOWED', '/healthz', () => ''],
  ['BODY_TOO_LARGE', '/user/create_user', () => service.apiKey],
]

async function begin(
  path: string,
  headers: Readonly<Record<string, string | number>>,
): Promise<RawConnection> {
  const connection = await openConnection(service.url)
  connection.write(
    requestText(`POST ${path} HTTP/1.1`, { host: 'x', 'content-type': 'application/json', ...headers }),
  )
  return connection
}

/** Writes until the server accepts no more bytes. Returns the number of bytes that were sent. */
async function pour({ socket }: RawConnection, asChunks: boolean): Promise<number> {
  const piece = Buffer.alloc(256 * 1024, 'x')
  const [before, after] = asChunks ? [`${piece.length.toString(16)}\r\n`, '\r\n'] : ['', '']
  while (!socket.destroyed && socket.bytesWritten < large) {
    if (before !== '') socket.write(before)
    const isRead = socket.write(piece)
    if (after !== '') socket.write(after)
    if (!isRead) {
      const drained = once(socket, 'drain').then(() => true)
      // The server has stopped reading if it accepts no bytes while it serves 100 other requests.
      const stuck = waitForIdle().then(() => false)
      if (!(await Promise.race([drained, stuck]))) break
    }
  }
  return socket.bytesWritten - socket.writableLength
}

async function waitForIdle(): Promise<void> {
  for (let index = 0; index < 100; index++) await fetch(`${service.url}/healthz`)
}

test.each(refused)(
  '%s is returned before the body arrives, even if the request announces 200 MB',
  async (code, path, apiKey) => {
    const connection = await begin(path, { 'x-api-key': apiKey(), 'content-length': large })
    const response = await connection.readResponse()
    expectRefusal(response, code)
    expect(response.headers.get('connection')).toBe('close')
    connection.close()
  },
)

test.each(refused)(
  'after %s, the server reads a limited part of the body and then closes the connection',
  async (code, path, apiKey) => {
    for (const length of [{ 'content-length': large }, { 'transfer-encoding': 'chunked' }]) {
      const connection = await begin(path, { 'x-api-key': apiKey(), ...length })
      const bytesRead = await pour(connection, 'transfer-encoding' in length)
      // The number includes the bytes in the buffers between the two sides.
      expect(bytesRead).toBeLessThan(large / 4)
      expect(bytesRead).toBeGreaterThan(maxUnreadBodyBytes / 2)
      expectRefusal(await connection.readResponse(), code)
      service.clock.advance(unreadBodyMs)
      expect(await connection.readToEnd()).toBe('')
      connection.close()
    }
  },
)

test('a client that has sent all of a refused body keeps its connection', async () => {
  const body = 'x'.repeat(100_000)
  const connection = await begin('/nothing', { 'content-length': body.length })
  connection.write(body)
  expectRefusal(await connection.readResponse(), 'UNKNOWN_OPERATION')
  const headers = { host: 'x', 'transfer-encoding': 'chunked' }
  connection.write(requestText('POST /nothing HTTP/1.1', headers, `5\r\nhello\r\n0\r\n\r\n`))
  expectRefusal(await connection.readResponse(), 'UNKNOWN_OPERATION')
  connection.write(requestText('GET /healthz HTTP/1.1', { host: 'x' }))
  expect((await connection.readResponse()).status).toBe(200)
  connection.close()
})
