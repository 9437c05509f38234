// Platforms notify adrail of leads. A message with a valid proof triggers a read, and adrail refuses every
// other one.

import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { submitLead } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { HookAddresses } from '../linking/hookAddresses.ts'

const service = useService({ environment: { LEADS: 'on', SOCIAL_WEBHOOK_TOKEN: 'told-in-the-dashboard' } })
const sandbox = createSandboxAdmin(service)
let userId = ''
/** Returns how often adrail requested lead notifications from LinkedIn. */
const orders = async () =>
  (await createSandboxAdmin(service, 'pro').requests('leadNotifications.create')).length
let firstOrders = 0
beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
  await pollTwice(service.app.leadReader)
  firstOrders = await orders()
})

const page = '104500000000001'
const message = (at = service.clock.now()) =>
  JSON.stringify({
    object: 'page',
    entry: [{ id: page, time: Math.floor(at / 1000), changes: [{ field: 'leadgen', value: {} }] }],
  })
const signed = (body: string, secret = 'sandbox-social-secret') =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const push = (path: string, body: string, headers = {}) =>
  service.send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

const sourceOf = (platform: 'social' | 'search' | 'pro', of = userId) =>
  service.app.store.db
    .selectFrom('lead_sources')
    .selectAll()
    .where('user_id', '=', of)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()

/**
 * Reads twice, because the first call may share a read in progress that an earlier test triggered too early.
 */
const readNow = async (of = userId) => {
  const source = await sourceOf('pro', of)
  await service.app.leadReader.read(source)
  await service.app.leadReader.read(source)
}

/** Returns the encrypted answers of a lead. Empty if they are erased, undefined if there is no such lead. */
const contentOf = async (upstreamId: string, of = userId) =>
  (
    await service.app.store.db
      .selectFrom('leads')
      .select('content')
      .where('user_id', '=', of)
      .where('upstream_id', '=', upstreamId)
      .executeTakeFirst()
  )?.content

const stored = async () =>
  (await service.app.store.db.selectFrom('leads').select('id').where('user_id', '=', userId).execute()).length

describe('the webhook of Meta', () => {
  test('returns the challenge only for the right token, and then triggers a read when leads arrive', async () => {
    const order = { url: `${service.url}/hooks/social`, verifyToken: 'told-in-the-dashboard' }
    expect(await sandbox.simulate('social/callback', { ...order, verifyToken: 'guessed' })).toMatchObject({
      verified: false,
      status: 400,
    })
    expect(await sandbox.simulate('social/callback', order)).toMatchObject({ verified: true })
    const before = await stored()
    await submitLead(sandbox, 'social', { count: 2, pushes: 2 })
    await expect.poll(stored).toBe(before + 2)
  })

  test('refuses forged, altered and old messages with 400, and accepts and counts repeated ones', async () => {
    const body = message()
    const old = message(service.clock.now() - 49 * 60 * 60 * 1000)
    const responses = [
      await push('/hooks/social', body),
      await push('/hooks/social', body, { 'x-hub-signature-256': 'sha256=' }),
      await push('/hooks/social', body, { 'x-hub-signature-256': signed(body, 'another secret') }),
      await push('/hooks/social', `${body} `, { 'x-hub-signature-256': signed(body) }),
      await push('/hooks/social', old, { 'x-hub-signature-256': signed(old) }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(await responses[0]?.text()).toContain('its signature, key or age is invalid')
    expect((await sourceOf('social')).look_at).toBeGreaterThan(0)
    for (let again = 0; again < 2; again++)
      expect((await push('/hooks/social', body, { 'x-hub-signature-256': signed(body) })).status).toBe(200)
    const figures = await (await fetch(service.app.metricsUrl)).text()
    expect(figures).toContain('adrail_lead_pushes_total{platform="social",outcome="forged"} 4')
    expect(figures).toContain('adrail_lead_pushes_total{platform="social",outcome="old"} 1')
    expect(figures).toMatch(/adrail_lead_pushes_total\{platform="social",outcome="repeated"\} [12]/)
  })

  test('refuses a message that is too large with 413', async () => {
    const body = message() + ' '.repeat(70_000)
    expect((await push('/hooks/social', body, { 'x-hub-signature-256': signed(body) })).status).toBe(413)
  })
})

describe('the webhook of LinkedIn', () => {
  test('signs only challenges in the format of LinkedIn, so that no one can obtain a signed message', async () => {
    const code = '0e2ae8d2-6a3b-4c1d-9e57-5f0a3b1c2d3e'
    const response = await service.send(`/hooks/pro?challengeCode=${code}`)
    expect(await response.json()).toEqual({
      challengeCode: code,
      challengeResponse: createHmac('sha256', 'sandbox-pro-secret').update(code).digest('hex'),
    })
    const forged = 'hmacsha256={"type":"LEAD_ACTION"}'
    for (const other of [forged, `${code}\n${forged}`, '', code.replace('4c1d', '1c1d')])
      expect((await service.send(`/hooks/pro?challengeCode=${encodeURIComponent(other)}`)).status).toBe(400)
  })

  test('is registered once for a linked account, and triggers a read when a lead arrives', async () => {
    const earlier = await orders()
    await readNow()
    expect([firstOrders, (await orders()) - earlier]).toEqual([1, 0])
    const before = await stored()
    await submitLead(sandbox, 'pro', { pushes: 2 })
    await expect.poll(stored).toBe(before + 1)
  })

  test('erases a lead that the person withdrew, and adrail sends one lead.withdrawn event', async () => {
    const [upstreamId = ''] = await submitLead(sandbox, 'pro', { pushes: 0 })
    await readNow()
    const { id: leadId } = await service.app.store.db
      .selectFrom('leads')
      .select('id')
      .where('upstream_id', '=', upstreamId)
      .executeTakeFirstOrThrow()
    const lead = async () => (await service.call('lead/get_lead', { userId, leadId })).results.lead
    expect(await lead()).toMatchObject({ isErased: false })

    await sandbox.simulate('pro/challenge', {})
    const order = { leadId: upstreamId, pushes: 2 }
    expect(await sandbox.simulate('pro/leadWithdrawal', order)).toMatchObject({ told: [{ status: 200 }, {}] })
    await readNow()
    const pro = createSandboxAdmin(service, 'pro')
    const requestCount = (await pro.requests()).length
    expect(await lead()).toMatchObject({ isErased: true, problem: '', fields: [] })
    expect(await pro.requests()).toHaveLength(requestCount)
    const { events } = (await service.call('event/list_events', { types: ['lead.withdrawn'], userId }))
      .results
    expect(events.map(({ data }) => data)).toEqual([
      { leadId, platform: 'pro', formId: '8100101', campaignId: '' },
    ])
  })

  test('erases a withdrawn lead of an account that the user has replaced by another account', async () => {
    const pro = { platform: 'PROFESSIONAL' } as const
    const moved = await newLinkedUser(service, pro)
    const [upstreamId = ''] = await submitLead(sandbox, 'pro', { pushes: 0 })
    await readNow(moved)
    expect(await contentOf(upstreamId, moved)).toMatch(/./)
    await linkExistingUser(service, moved, { ...pro, person: 'ben' })
    await sandbox.simulate('pro/challenge', {})
    await sandbox.simulate('pro/leadWithdrawal', { leadId: upstreamId })
    expect(await contentOf(upstreamId, moved)).toBe('')
  })

  test('prevents the storage of a lead that the person withdraws while adrail reads it', async () => {
    await readNow()
    const [upstreamId = ''] = await submitLead(sandbox, 'pro', { pushes: 0 })
    const fault = { platform: 'pro', call: 'leadFormResponses.owner', kind: 'stall', when: 'after', times: 2 }
    const stall = await sandbox.injectFault(fault)
    const reading = service.app.leadReader.read(await sourceOf('pro'))
    await expect.poll(() => sandbox.countHeld(stall)).toBe(2)
    await sandbox.simulate('pro/challenge', {})
    await sandbox.simulate('pro/leadWithdrawal', { leadId: upstreamId })
    await sandbox.release(stall)
    await reading
    expect(await contentOf(upstreamId)).toBeUndefined()
    // The next round still reads another lead.
    const [other = ''] = await submitLead(sandbox, 'pro', { pushes: 0 })
    await pollTwice(service.app.leadReader)
    expect(await contentOf(upstreamId)).toBeUndefined()
    expect(await contentOf(other)).toMatch(/./)
  })

  test('triggers a read for a signed message, and refuses an unsigned one', async () => {
    const owner = { sponsoredAccount: 'urn:li:sponsoredAccount:512345678' }
    const body = JSON.stringify({ type: 'LEAD_ACTION', owner, occurredAt: service.clock.now() })
    const signature = createHmac('sha256', 'sandbox-pro-secret').update(`hmacsha256=${body}`).digest('hex')
    const before = await stored()
    await submitLead(sandbox, 'pro', { pushes: 0 })
    expect((await push('/hooks/pro', body)).status).toBe(400)
    expect(await stored()).toBe(before)
    expect((await push('/hooks/pro', body, { 'x-li-signature': signature })).status).toBe(200)
    await expect.poll(stored).toBe(before + 1)
  })

  test('triggers a read when the signature has the prefix hmacsha256= and covers only the body', async () => {
    const before = await stored()
    await sandbox.setSwitches({ pro: { prefixedSignatures: true } })
    await submitLead(sandbox, 'pro')
    await expect.poll(stored).toBe(before + 1)
    await sandbox.setSwitches({ pro: { prefixedSignatures: false } })
  })
})

/** Returns the token and the key of the webhook, which adrail shows to callers with an admin key. */
async function hookOf(user: string) {
  const { results } = await service.call('lead/list_leads', { userId: user, platform: 'search' })
  const { url = '', key = '' } = results.sources.search?.webhook ?? {}
  return { token: new URL(url).pathname.split('/').at(-1) ?? '', key }
}

describe('the webhook of Google Ads', () => {
  test('has an address that the database does not contain', async () => {
    const { token, key } = await hookOf(userId)
    const rows = JSON.stringify(await service.app.store.db.selectFrom('lead_sources').selectAll().execute())
    for (const secret of [token, token.split('.')[1] ?? '', key]) expect(rows).not.toContain(secret)
    const { id, hook_token } = await sourceOf('search')
    const body = JSON.stringify({ google_key: key })
    // The values in the database do not work as addresses.
    for (const stored of [hook_token, id, `${id}.${'A'.repeat(43)}`])
      expect((await push(`/hooks/search/${stored}`, body)).status).toBe(400)
  })

  test('keeps an address that an earlier release stored in plain text, even after adrail hides it', async () => {
    const { db } = service.app.store
    const old = await newLinkedUser(service, { platform: 'SEARCH' })
    const { id } = await sourceOf('search', old)
    const clear = `${'clear-'.repeat(5)}${id.slice(-2)}`
    await db.updateTable('lead_sources').set({ hook_token: clear }).where('id', '=', id).execute()
    const { token, key } = await hookOf(old)
    expect(token).toBe(clear)
    const notify = async (address: string, lead_id: string) =>
      (await push(`/hooks/search/${address}`, JSON.stringify({ google_key: key, lead_id }))).status
    expect(await notify(clear, 'before')).toBe(200)
    // Processes of that release may still run, and they must find new sources too.
    const newUserId = await newLinkedUser(service, { platform: 'SEARCH' })
    const { hook_token } = await sourceOf('search', newUserId)
    expect(hook_token).toBe((await hookOf(newUserId)).token)

    const { linking } = service.app.service
    const addresses = new HookAddresses(linking.store, linking.vault, linking.runtime)
    expect([await addresses.hideAll(), await addresses.hideAll()]).toEqual([2, 0])
    const { hook_token: hidden } = await sourceOf('search', old)
    expect(hidden).not.toContain(clear)
    expect(await notify(clear, 'after')).toBe(200)
    expect(await notify(hidden, 'hidden')).toBe(400)
    const now = await hookOf(old)
    expect(now.token).not.toBe(clear)
    expect(await notify(now.token, 'anew')).toBe(200)
    expect(
      (await sourceOf('search', await newLinkedUser(service, { platform: 'SEARCH' }))).hook_token,
    ).toMatch(/^~/)
  })

  test('triggers a read only at the address of the connection with its key', async () => {
    const { token, key } = await hookOf(userId)
    const body = (google_key: string) =>
      JSON.stringify({ google_key, lead_submit_time: new Date(service.clock.now()).toISOString() })
    const before = await stored()
    await submitLead(sandbox, 'search')
    expect((await push(`/hooks/search/${token}`, body('guessed'))).status).toBe(400)
    expect((await push('/hooks/search/guessed', body(key))).status).toBe(400)
    expect((await push(`/hooks/search/${token}`, 'no JSON')).status).toBe(400)
    expect(await stored()).toBe(before)
    expect((await push(`/hooks/search/${token}`, body(key))).status).toBe(200)
    await expect.poll(stored).toBe(before + 1)
  })

  test('triggers a read for a message without the submission time', async () => {
    const { token, key } = await hookOf(userId)
    const before = await stored()
    await submitLead(sandbox, 'search')
    const body = JSON.stringify({ google_key: key, lead_id: 'new' })
    expect((await push(`/hooks/search/${token}`, body)).status).toBe(200)
    await expect.poll(stored).toBe(before + 1)
  })
})
