// Refused keys leave entries in the log and in the audit. The log contains the addresses of refused clients.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { markKeyRevoked } from '../store/keys.ts'

const proxy = { TRUSTED_PROXIES: '127.0.0.0/8,::1' }

function useLogged(environment: Record<string, string> = {}) {
  const logFile = join(newFolder('adrail-refused-'), 'log')
  beforeEach(() => writeFileSync(logFile, ''))
  const service = useService({ logFile, environment: { ...proxy, ...environment } }, 'test')
  /** Returns the log lines with this message. */
  const lines = (msg: string): Record<string, unknown>[] =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}"`))
      .map((line) => JSON.parse(line))
  return { service, lines }
}

const call = (service: TestService, apiKey: string, address: string) =>
  service.call('user/list_users', {}, { apiKey, headers: { 'x-forwarded-for': address } })

async function refusalsIn(service: TestService) {
  const { db } = service.app.store
  const entries = db.selectFrom('audit_entries').selectAll().where('event', '=', 'key.refused')
  return await entries.orderBy('number').execute()
}

describe('wrong keys', () => {
  const { service, lines } = useLogged()

  test('leave a log line with the whole address of the client, even behind a trusted proxy', async () => {
    await call(service, 'adr_wrong', '2001:db8:1:2:3:4:5:6')
    expect(lines('auth.refused')).toEqual([
      expect.objectContaining({ level: 'warn', address: '2001:db8:1:2:3:4:5:6', count: 1 }),
    ])
  })

  test('leave at most two log lines per address and minute, which count all wrong keys', async () => {
    const flood = (times: number) =>
      Promise.all(Array.from({ length: times }, () => call(service, 'adr_wrong', '203.0.113.7')))
    const responses = await flood(150)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 429]))
    service.clock.advance(60_000)
    await flood(1)
    expect(lines('auth.refused').map(({ count }) => count)).toEqual([1, 149, 1])
    const refused = responses.filter(({ status }) => status === 401).length
    service.clock.advance(1000)
    // A request that is throttled for its wrong key has no request line.
    expect(lines('request').filter(({ status }) => status === 429)).toEqual([])
    expect(lines('request').filter(({ status }) => status === 401)).toHaveLength(refused + 1)
  })

  test('include wrong secrets of the demo, which leave a log line with the address of the client', async () => {
    const response = await service.send('/demo/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: '{"secret":"wrong"}',
    })
    expect(response.status).toBe(401)
    expect(lines('demo.access_refused')).toEqual([
      expect.objectContaining({ level: 'warn', address: '203.0.113.7', requestId: expect.any(String) }),
    ])
  })

  test('share one log line beyond 100 addresses in one minute', async () => {
    for (let host = 0; host < 103; host++) await call(service, 'adr_wrong', `203.0.113.${host}`)
    service.clock.advance(60_000)
    expect(lines('auth.refused')).toHaveLength(101)
    expect(lines('auth.refused').at(-1)).toMatchObject({ address: 'others', count: 3 })
  })

  test('never appear in the log or the audit, nor does a part of their secret', async () => {
    const { id, text } = await service.newKey()
    await markKeyRevoked(service.app.store.db, id, service.clock.now())
    await call(service, text, '203.0.113.7')
    await expect.poll(() => refusalsIn(service)).toHaveLength(1)
    const secret = text.slice(13, 40)
    expect(JSON.stringify([lines('auth.refused'), await refusalsIn(service)])).not.toContain(secret)
  })
})

describe('a key that expired or was revoked', () => {
  const { service, lines } = useLogged()

  test('leaves an audit entry in its workspace, at most one per hour', async () => {
    const revoked = await service.newKey()
    await markKeyRevoked(service.app.store.db, revoked.id, service.clock.now())
    const expired = await service.newKey({ expiresAt: service.clock.now() })
    const useBoth = async () => {
      for (const { text } of [revoked, expired])
        expect((await call(service, text, '203.0.113.7')).status).toBe(401)
    }
    await useBoth()
    await useBoth()
    await expect.poll(() => refusalsIn(service)).toHaveLength(2)
    const entryOf = ({ id }: { id: string }, reason: string) =>
      expect.objectContaining({
        workspace_id: service.workspaceId,
        actor: id,
        subject: id,
        after: `{"reason":"${reason}"}`,
      })
    expect(new Set(await refusalsIn(service))).toEqual(
      new Set([entryOf(revoked, 'revoked'), entryOf(expired, 'expired')]),
    )
    expect(lines('auth.refused')[0]).toMatchObject({ reason: 'revoked', keyId: revoked.id })
    service.clock.advance(60 * 60_000)
    await useBoth()
    await expect.poll(() => refusalsIn(service)).toHaveLength(4)
  })

  test('leaves no audit entry when only its public part is right', async () => {
    const { id, text } = await service.newKey()
    const other = await service.newKey()
    await markKeyRevoked(service.app.store.db, id, service.clock.now())
    const forged = text.slice(0, 13) + other.text.slice(13)
    await call(service, forged, '203.0.113.7')
    await call(service, text, '203.0.113.7')
    await expect.poll(() => refusalsIn(service)).toHaveLength(1)
  })
})

describe('the address of the client', () => {
  const byDefault = useLogged()
  const always = useLogged({ LOG_ADDRESSES: 'all' })
  const addressesIn = ({ lines, service }: ReturnType<typeof useLogged>) => {
    service.clock.advance(1000)
    return lines('request').map(({ status, address }) => [status, address])
  }
  const useKeys = async (service: TestService) => {
    await call(service, service.apiKey, '203.0.113.7')
    await call(service, (await service.newKey({ scopes: ['write'] })).text, '203.0.113.8')
    await call(service, 'adr_wrong', '203.0.113.9')
  }

  test('is in the request lines of refused requests', async () => {
    await useKeys(byDefault.service)
    expect(addressesIn(byDefault)).toEqual([
      [200, undefined],
      [403, '203.0.113.8'],
      [401, '203.0.113.9'],
    ])
  })

  test('is in every request line with LOG_ADDRESSES=all', async () => {
    await useKeys(always.service)
    expect(addressesIn(always)).toEqual([
      [200, '203.0.113.7'],
      [403, '203.0.113.8'],
      [401, '203.0.113.9'],
    ])
  })
})
