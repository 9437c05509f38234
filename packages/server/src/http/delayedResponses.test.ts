import { expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { openConnection, requestText } from '../../testing/rawHttp.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService({ environment: { KEYLESS_LIMIT_PER_MINUTE: '60', KEYLESS_LIMIT_BURST: '5' } })

/** The runtime of the tests pauses for at most this time. */
const pauseMs = 20

const body = { 'content-type': 'application/json', 'content-length': 2 }
const floods = {
  'a document': requestText('GET /docs/linking HTTP/1.1', { host: 'x' }),
  'an unknown path': requestText('GET /nothing HTTP/1.1', { host: 'x' }),
  'an operation with a wrong key': requestText(
    'POST /user/list_users HTTP/1.1',
    { host: 'x', 'x-api-key': 'x', ...body },
    '{}',
  ),
  'MCP with a wrong key': requestText('POST /mcp HTTP/1.1', { host: 'x', 'x-api-key': 'x', ...body }, '{}'),
}

test.each(Object.entries(floods))(
  'a client that requests %s too fast gets each refusal after a delay',
  async (_, floodRequest) => {
    service.clock.advance(60_000)
    const connection = await openConnection(service.url)
    const ask = async () => {
      connection.write(floodRequest)
      return await connection.readResponse()
    }
    let response = await ask()
    while (response.status !== 429) response = await ask()

    const startedAt = performance.now()
    for (let count = 0; count < 10; count++) {
      const { status, headers } = await ask()
      expect([status, headers.get('retry-after')]).toEqual([429, '1'])
    }
    // A timer may be a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(10 * (pauseMs - 1))
    connection.close()
  },
)

test('pipelined requests get their responses in order, after a delayed refusal', async () => {
  service.clock.advance(60_000)
  const connection = await openConnection(service.url)
  connection.write(floods['a document'].repeat(50))
  const statuses: number[] = []
  for (let count = 0; count < 50; count++) statuses.push((await connection.readResponse()).status)
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(45).fill(429)])
  connection.close()
})

test.each(['/docs/js/scalar.js', '/openapi.json'])(
  'a response of %s counts by its size, up to one burst beyond the rate limit',
  async (path) => {
    service.clock.advance(60_000)
    const whole = await service.send(path, { headers: { 'accept-encoding': 'identity' } })
    expect([whole.status, (await whole.arrayBuffer()).byteLength > 10 * 64 * 1024]).toEqual([200, true])
    const refused = await readResponse(service.send(path))
    expectRefusal(refused, 'RATE_LIMITED')
    expect(refused.headers.get('retry-after')).toBe('6')
    service.clock.advance(6000)
    expect((await readResponse(service.send(path))).status).toBe(200)
  },
)
