// Reads the events of workspaces with event/list_events, as callers read them.

import { eventDeclarationOf, eventTypes } from '@adrail/contract'
import { afterAll, afterEach, describe, expect, onTestFinished, type RunnerTask, test } from 'vitest'
import { listEventDataSince, listEventsSince, readEventCursor } from '../../testing/events.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  decideConsent,
  findUserCredential,
  followCallback,
  linkUser,
  startOAuthFlow,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'
import { newUser } from '../../testing/users.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'

const service = useService({ environment: { EVENTS_KEPT_DAYS: '3650' } })
const sandbox = createSandboxAdmin(service)
let file: RunnerTask | undefined
afterEach(async ({ task }) => {
  file = task.file
  await sandbox.clearFaults()
})

/** Returns whether all tests ran, and not a selection of them. */
const hasRun = (task?: RunnerTask): boolean =>
  task?.type === 'suite' ? task.tasks.every(hasRun) : task?.mode === 'run'

const [linkId, connectionId, operationId] = ['lnk', 'con', 'op'].map((kind) =>
  expect.stringMatching(new RegExp(`^${kind}_`)),
)
const needsRelink = (userId: string, health: string, reason: string, platform = 'social') => ({
  type: 'connection.needs_relink',
  userId,
  connectionId,
  platform,
  health,
  reason,
})
const recovered = (userId: string, platform = 'social') => ({
  type: 'connection.healed',
  userId,
  connectionId,
  platform,
})

describe('a link', () => {
  test('emits link.failed once when its user declines, and link.completed once when its user completes it', async () => {
    const userId = await newUser(service)
    const before = await readEventCursor(service)
    const flow = await startOAuthFlow(service, { userId, platform: 'SEARCH' })
    const callback = await decideConsent(flow, 'ben', 'refuse')
    for (let again = 0; again < 2; again++) await followCallback(callback, flow.cookie)
    await linkUser(service, { userId, platform: 'SEARCH' })

    const platform = 'search'
    expect(await listEventDataSince(service, before)).toEqual([
      { type: 'link.failed', userId, linkId, platform, status: 'cancelled', linkError: 'access_denied' },
      { type: 'link.completed', userId, linkId, connectionId, platform },
    ])
  })
})

describe('a connection', () => {
  test('emits needs_relink once per user when the platform refuses its refresh, and healed for all when one user relinks', async () => {
    const [user, colleague] = [
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
    ].sort()
    const before = await readEventCursor(service)
    await sandbox.simulate('revoke', { person: 'ben', platform: 'search' })
    await advanceClocks(service, 2 * hourMs)
    for (let call = 0; call < 2; call++)
      expect((await service.call('search/get_campaigns', { userId: user ?? '' })).status).toBe(409)
    const events = await listEventDataSince(service, before)
    const both = [user, colleague].map((userId = '') =>
      needsRelink(userId, expect.any(String) as never, expect.any(String) as never, 'search'),
    )
    expect(events).toEqual(expect.arrayContaining(both))
    const broken = events.filter(({ userId }) => userId === user || userId === colleague)
    expect(broken).toHaveLength(2)

    const since = await readEventCursor(service)
    await linkUser(service, { userId: user ?? '', platform: 'SEARCH' })
    const recoveryEvents = await listEventDataSince(service, since)
    expect(recoveryEvents[0]).toMatchObject({ type: 'link.completed', userId: user })
    for (const userId of [user, colleague])
      expect(recoveryEvents).toContainEqual(recovered(userId ?? '', 'search'))
  })

  test('emits connection.needs_relink once per workspace when Meta sends the same deauthorization twice', async () => {
    const other = await service.newWorkspace()
    const ownUser = await newLinkedUser(service, { person: 'ben' })
    const otherUser = await newLinkedUser(service, { person: 'ben', apiKey: other.apiKey })
    const before = await readEventCursor(service)
    const url = `${service.url}/connect/deauthorize/social`
    for (let again = 0; again < 2; again++) await sandbox.simulate('deauthorize', { person: 'ben', url })
    expect(await listEventDataSince(service, before)).toEqual([
      needsRelink(ownUser, 'revoked', 'user_revoked'),
    ])
    const { events } = await listEventsSince(service, '', other)
    expect(events.map(({ type, userId }) => `${type} ${userId}`)).toEqual([
      `link.completed ${otherUser}`,
      `connection.needs_relink ${otherUser}`,
    ])
  })

  test('emits connection.needs_relink with health "removed" when its user requests data deletion at Meta', async () => {
    const userId = await newLinkedUser(service, { person: 'greta' })
    const before = await readEventCursor(service)
    const url = `${service.url}/connect/data-deletion/social`
    await sandbox.simulate('dataDeletion', { person: 'greta', url })
    expect(await listEventDataSince(service, before)).toEqual([
      needsRelink(userId, 'removed', 'data_deletion'),
    ])
  })

  test('emits expires_soon once per expiry, and needs_relink within a minute after it, even if it is unused', async () => {
    await sandbox.setSwitches({ pro: { refreshTokens: false } })
    onTestFinished(() => sandbox.setSwitches({ pro: { refreshTokens: true } }))
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'greta' })
    const { access_expires_at: ends } = await findUserCredential(service, userId, 'PROFESSIONAL')
    const expiresAt = new Date(ends ?? 0).toISOString()
    const before = await readEventCursor(service)
    const listEvents = async () =>
      (await listEventDataSince(service, before)).filter((event) => event.userId === userId)
    const passUntil = async (daysBefore: number) => {
      await advanceClocks(service, (ends ?? 0) - daysBefore * dayMs - service.clock.now())
      await pollTwice(service.app.credentialMaintenance)
    }

    await passUntil(15)
    expect(await listEvents()).toEqual([])
    for (const days of [14, 13, 7, 1]) await passUntil(days)
    const soon = { type: 'connection.expires_soon', userId, connectionId, platform: 'pro', expiresAt }
    expect(await listEvents()).toEqual([soon])
    await passUntil(0)
    // adrail expects the end half a minute early, but the platform decides.
    await passUntil(-60_000 / dayMs)
    const ended = needsRelink(userId, 'needs_reauth', 'access_expired', 'pro')
    await expect.poll(listEvents).toEqual([soon, ended])
  })
})

describe('a write', () => {
  test('emits operation.succeeded once despite a retry, operation.failed when the platform refuses it, and nothing for a dry run', async () => {
    const userId = await newLinkedUser(service)
    const before = await readEventCursor(service)
    const operation = 'social/update_campaign_status'
    const body = { userId, campaignId: springCampaignId, status: 'PAUSED' } as const
    const headers = { 'idempotency-key': 'told-once' }
    for (let again = 0; again < 2; again++)
      expect((await service.call(operation, body, { headers })).results).toMatchObject({ success: true })
    await sandbox.injectFault({ call: 'campaign.update', kind: 'status', status: 400, code: '100' })
    const refused = await service.call(operation, { ...body, status: 'ACTIVE' })
    expect(refused.results.success).toBe(false)
    await service.call(operation, { ...body, status: 'ACTIVE', dryRun: true })

    const about = { userId, operationId, operation, platform: 'social' }
    expect(await listEventDataSince(service, before)).toEqual([
      { type: 'operation.succeeded', ...about, upstreamId: springCampaignId },
      { type: 'operation.failed', ...about, code: refused.results['code'] },
    ])
  })

  test('emits operation.needs_attention once while its outcome stays unknown, and one more event when it ends', async () => {
    const userId = await newLinkedUser(service)
    const before = await readEventCursor(service)
    const listEvents = async () => (await listEventDataSince(service, before)).map(({ type }) => type)
    await sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'before', times: 100 })
    await sandbox.injectFault({ call: 'campaign.read', kind: 'status', status: 500, skip: 1, times: 10_000 })
    const open = await service.call('social/edit_campaign', {
      userId,
      campaignId: springCampaignId,
      amount: 33,
    })
    expect(open.results['code']).toBe('OPERATION_PENDING')

    for (const hours of [25, 2, 2]) {
      await advanceClocks(service, hours * hourMs)
      await expect.poll(listEvents).toEqual(['operation.needs_attention'])
    }
    await sandbox.clearFaults()
    const ended = async () => {
      await advanceClocks(service, 2 * hourMs)
      return await listEvents()
    }
    await expect
      .poll(ended)
      .toEqual(['operation.needs_attention', expect.stringMatching(/^operation\.(s|f)/)])
  })
})

test('user/delete_user emits one user.deleted event for a user with a connection', async () => {
  const userId = await newUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  const before = await readEventCursor(service)
  await service.call('user/delete_user', { userId })
  expect(await listEventDataSince(service, before)).toEqual([{ type: 'user.deleted', userId }])
})

test('a raise that a limit or a freeze refuses emits guard.refused and counts in a metric, unlike its dry run', async () => {
  const userId = await newLinkedUser(service)
  const before = await readEventCursor(service)
  const body = { userId, campaignId: springCampaignId, amount: 100_000 }
  await service.call('social/edit_campaign', { ...body, dryRun: true })
  await service.call('social/edit_campaign', body)
  await service.call('workspace/update_settings', { userId, freeze: { frozen: true } })
  await service.call('social/edit_campaign', { ...body, amount: 50 })
  const expected = {
    type: 'guard.refused',
    userId,
    operation: 'social/edit_campaign',
    platform: 'social',
    keyId: expect.stringMatching(/^key_/),
    campaignId: springCampaignId,
  }
  expect(await listEventDataSince(service, before)).toEqual([
    { ...expected, code: 'SPEND_LIMIT_EXCEEDED' },
    { ...expected, code: 'SPEND_FROZEN' },
  ])
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  for (const code of ['SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN'])
    expect(metrics).toContain(`adrail_spend_refusals_total{platform="social",code="${code}"} 1`)
})

afterAll(async () => {
  const { events } = await listEventsSince(service)
  // Each event matches the declaration of its type and contains ids without personal data. Every type occurs,
  // unless some tests were skipped.
  for (const { type, data, timestamp } of events) {
    expect(eventDeclarationOf(type).data.strict().safeParse(data).error).toBeUndefined()
    expect(JSON.stringify(data)).not.toMatch(/@|Ben|Greta|Ada|Robin/)
    expect(new Date(timestamp).toISOString()).toBe(timestamp)
  }
  if (!hasRun(file)) return
  // Events about endpoints, approvals, leads, campaigns and the database are covered by their own tests.
  const here = eventTypes.filter((type) => !/^(endpoint|approval|lead|campaign|database)\./.test(type))
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(here))
})
