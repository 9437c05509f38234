import { expect, test } from 'vitest'
import { buildUrl } from '../../testing/sandbox.ts'
import { standingTokenText, startSandbox } from '../index.ts'
import { createLedger } from './ledger.ts'

const row = (sequence: number) => ({
  sequence,
  at: '2026-11-15T12:00:00.000Z',
  platform: sequence % 2 === 0 ? ('social' as const) : ('pro' as const),
  call: `call${sequence % 3}`,
  method: 'GET',
  url: '/',
  headers: {},
  body: Buffer.alloc(0),
  status: 200,
  effects: 0,
})

test('the ledger keeps the newest records, deletes the oldest, and filters by sequence, platform and call', () => {
  const ledger = createLedger(10)
  for (let count = 1; count <= 25; count++) ledger.record(row(ledger.nextSequence()))
  expect(ledger.list().map(({ sequence }) => sequence)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25])
  expect(ledger.list({ since: 22, platform: 'pro' }).map(({ sequence }) => sequence)).toEqual([23, 25])
  expect(ledger.list({ call: 'call0', limit: 2 }).map(({ sequence }) => sequence)).toEqual([21, 24])
  ledger.clear()
  expect(ledger.list()).toEqual([])
})

test('the ledger stores less than 2,100 characters per request when each body has 1 MiB', () => {
  const ledger = createLedger(2_000)
  const largeBody = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 2_000; count++)
    ledger.record({ ...row(ledger.nextSequence()), body: Buffer.from(largeBody) })
  const storedCharacters = ledger.list().reduce((total, { body }) => total + body.length, 0)
  expect(storedCharacters).toBeLessThan(2_000 * 2_100)
})

test('the ledger keeps 10,000 requests and 10,000 effects after it has recorded 100,000 of each', () => {
  const ledger = createLedger()
  for (let count = 0; count < 100_000; count++) {
    ledger.record(row(ledger.nextSequence()))
    ledger.effect({ ...row(count), request: count, kind: 'made', id: String(count) })
  }
  expect([ledger.list().length, ledger.effects().length]).toEqual([10_000, 10_000])
})

test('the admin API returns requests in order as JSON lines with shortened tokens, and their effects as JSON', async () => {
  const sandbox = await startSandbox({ clock: '2026-11-15T12:00:00Z' })
  try {
    const token = standingTokenText('social', 'ada')
    await fetch(buildUrl(sandbox.url, '/v26.0/me/permissions', { access_token: token }))
    await fetch(`${sandbox.url}/v26.0/me/permissions/ads_read`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    await fetch(`${sandbox.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: 'hidden-secret-of-mine' }),
    })
    const response = await fetch(`${sandbox.url}/_sandbox/requests`)
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    const text = await response.text()
    expect(text).not.toContain(token)
    expect(text).not.toContain('hidden-secret-of-mine')
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toMatchObject([
      {
        platform: 'social',
        call: 'permissions.list',
        method: 'GET',
        status: 200,
        effects: 0,
        at: '2026-11-15T12:00:00.000Z',
      },
      { platform: 'social', call: 'permissions.delete', method: 'DELETE', status: 200, effects: 1 },
      { platform: 'search', call: 'oauth.token', status: 400 },
    ])
    expect(rows[0].url).toContain(token.slice(0, 12))
    const effects = await (await fetch(`${sandbox.url}/_sandbox/effects?format=json`)).json()
    expect(effects).toMatchObject([
      { kind: 'permission_removed', call: 'permissions.delete', request: rows[1].sequence },
    ])
    const later = await fetch(
      `${sandbox.url}/_sandbox/requests?format=json&since=${rows[0].sequence}&platform=search`,
    )
    expect(await later.json()).toHaveLength(1)
    await fetch(`${sandbox.url}/_sandbox/requests`, { method: 'DELETE' })
    expect(await (await fetch(`${sandbox.url}/_sandbox/requests`)).text()).toBe('')
  } finally {
    await sandbox.close()
  }
})
