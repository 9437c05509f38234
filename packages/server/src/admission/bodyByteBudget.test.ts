import { expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { buildNewestMessage, postMessage } from '../../testing/mcp.ts'
import { openConnection, type RawConnection, requestText } from '../../testing/rawHttp.ts'
import { useService } from '../../testing/service.ts'

const service = useService({ environment: { BODY_LIMIT_BYTES: '4096', BODIES_LIMIT_BYTES: '8192' } })

async function begin(length: Readonly<Record<string, string | number>>): Promise<RawConnection> {
  const connection = await openConnection(service.url)
  const headers = { host: 'x', 'x-api-key': service.apiKey, 'content-type': 'application/json', ...length }
  connection.write(requestText('POST /user/list_users HTTP/1.1', headers))
  return connection
}

/** Starts a request for whose body the service waits. */
async function waiting(length: Readonly<Record<string, string | number>>): Promise<RawConnection> {
  const connection = await begin({ ...length, expect: '100-continue' })
  expect((await connection.readResponse()).status).toBe(100)
  return connection
}

test('a request is refused while the bodies of all requests exceed their byte budget, except for a freeze', async () => {
  const first = await waiting({ 'content-length': 4096 })
  // A chunked body counts with the maximum size, because its size is unknown.
  const second = await waiting({ 'transfer-encoding': 'chunked' })
  const third = await begin({ 'content-length': 2 })
  const refused = await third.readResponse()
  expectRefusal(refused, 'OVERLOADED')
  expect(refused.headers.get('retry-after')).toBe('1')
  // The service admits a freeze beyond the budget.
  const freeze = { freeze: { frozen: false } }
  expect((await service.call('workspace/update_settings', freeze)).status).toBe(200)
  const { message, headers } = buildNewestMessage('tools/call', { name: 'user_list_users', arguments: {} })
  expect(await (await postMessage(service, message, { headers })).text()).toContain('OVERLOADED')

  first.write('{}'.padEnd(4096))
  expect((await first.readResponse()).status).toBe(200)
  expect((await service.call('user/list_users', {})).status).toBe(200)
  second.close()
  await expect
    .poll(async () => {
      const fourth = await begin({ 'content-length': 4096 })
      fourth.write('{}'.padEnd(4096))
      const { status } = await fourth.readResponse()
      fourth.close()
      return status
    })
    .toBe(200)
  first.close()
  third.close()
})
