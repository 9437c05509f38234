// What workspaces are told, and when: read by event/list_events, as their callers read it.

import { eventDeclarationOf, eventTypes } from '@adrail/contract'
import { afterAll, afterEach, describe, expect, onTestFinished, type RunnerTask, test } from 'vitest'
import { endOfEvents, eventsSince, toldSince } from '../../testing/events.ts'
import { linkedUser, linkTo } from '../../testing/linked.ts'
import {
  beginTrip,
  comeBack,
  consent,
  credentialOf,
  dayMs,
  hourMs,
  linkUser,
  turn,
} from '../../testing/linking.ts'
import { newRound } from '../../testing/rounds.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { spring } from '../../testing/social.ts'
import { newUser } from '../../testing/users.ts'

const service = useService({ environment: { EVENTS_KEPT_DAYS: '3650' } })
const sandbox = sandboxOf(service)
let file: RunnerTask | undefined
afterEach(async ({ task }) => {
  file = task.file
  await sandbox.forgetFaults()
})

/** All of it, and not a selection. */
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
const healed = (userId: string, platform = 'social') => ({
  type: 'connection.healed',
  userId,
  connectionId,
  platform,
})

describe('a link', () => {
  test('is told when it is completed, and when its user declines, each once', async () => {
    const userId = await newUser(service)
    const before = await endOfEvents(service)
    const trip = await beginTrip(service, { userId, platform: 'SEARCH' })
    const callback = await consent(trip, 'ben', 'refuse')
    for (let again = 0; again < 2; again++) await comeBack(callback, trip.cookie)
    await linkUser(service, { userId, platform: 'SEARCH' })

    const platform = 'search'
    expect(await toldSince(service, before)).toEqual([
      { type: 'link.failed', userId, linkId, platform, status: 'cancelled', linkError: 'access_denied' },
      { type: 'link.completed', userId, linkId, connectionId, platform },
    ])
  })
})

describe('a connection', () => {
  test('that the platform refuses to prolong is told for all its users, and healed by one of them', async () => {
    const [user, colleague] = [
      await linkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      await linkedUser(service, { platform: 'SEARCH', person: 'ben' }),
    ].sort()
    const before = await endOfEvents(service)
    await sandbox.simulate('revoke', { person: 'ben', platform: 'search' })
    await turn(service, 2 * hourMs)
    for (let call = 0; call < 2; call++)
      expect((await service.call('search/get_campaigns', { userId: user ?? '' })).status).toBe(409)
    const told = await toldSince(service, before)
    const both = [user, colleague].map((userId = '') =>
      needsRelink(userId, expect.any(String) as never, expect.any(String) as never, 'search'),
    )
    expect(told).toEqual(expect.arrayContaining(both))
    const broken = told.filter(({ userId }) => userId === user || userId === colleague)
    expect(broken).toHaveLength(2)

    const since = await endOfEvents(service)
    await linkUser(service, { userId: user ?? '', platform: 'SEARCH' })
    const mended = await toldSince(service, since)
    expect(mended[0]).toMatchObject({ type: 'link.completed', userId: user })
    for (const userId of [user, colleague]) expect(mended).toContainEqual(healed(userId ?? '', 'search'))
  })

  test('that a person removes at the platform is told at once, once for each message and workspace', async () => {
    const other = await service.newWorkspace()
    const ours = await linkedUser(service, { person: 'ben' })
    const theirs = await linkedUser(service, { person: 'ben', apiKey: other.apiKey })
    const before = await endOfEvents(service)
    const url = `${service.url}/connect/deauthorize/social`
    for (let again = 0; again < 2; again++) await sandbox.simulate('deauthorize', { person: 'ben', url })
    expect(await toldSince(service, before)).toEqual([needsRelink(ours, 'revoked', 'user_revoked')])
    const { events } = await eventsSince(service, '', other)
    expect(events.map(({ type, userId }) => `${type} ${userId}`)).toEqual([
      `link.completed ${theirs}`,
      `connection.needs_relink ${theirs}`,
    ])
  })

  test('that a person has deleted at the platform is told as removed', async () => {
    const userId = await linkedUser(service, { person: 'greta' })
    const before = await endOfEvents(service)
    const url = `${service.url}/connect/data-deletion/social`
    await sandbox.simulate('dataDeletion', { person: 'greta', url })
    expect(await toldSince(service, before)).toEqual([needsRelink(userId, 'removed', 'data_deletion')])
  })

  test('is told to end soon once for each end, and to need its user within a minute of the end, unused', async () => {
    await sandbox.switch({ pro: { refreshTokens: false } })
    onTestFinished(() => sandbox.switch({ pro: { refreshTokens: true } }))
    const userId = await linkedUser(service, { platform: 'PROFESSIONAL', person: 'greta' })
    const { access_expires_at: ends } = await credentialOf(service, userId, 'PROFESSIONAL')
    const expiresAt = new Date(ends ?? 0).toISOString()
    const before = await endOfEvents(service)
    const told = async () => (await toldSince(service, before)).filter((event) => event.userId === userId)
    const passUntil = async (daysBefore: number) => {
      await turn(service, (ends ?? 0) - daysBefore * dayMs - service.clock.now())
      await newRound(service.app.upkeep)
    }

    await passUntil(15)
    expect(await told()).toEqual([])
    for (const days of [14, 13, 7, 1]) await passUntil(days)
    const soon = { type: 'connection.expires_soon', userId, connectionId, platform: 'pro', expiresAt }
    expect(await told()).toEqual([soon])
    await passUntil(0)
    // Our idea of the end comes half a minute early; the platform's own word counts.
    await passUntil(-60_000 / dayMs)
    const ended = needsRelink(userId, 'needs_reauth', 'access_expired', 'pro')
    await expect.poll(told).toEqual([soon, ended])
  })
})

describe('a write', () => {
  test('is told when it is done and when it is refused, once however often it is answered', async () => {
    const userId = await linkedUser(service)
    const before = await endOfEvents(service)
    const operation = 'social/update_campaign_status'
    const body = { userId, campaignId: spring, status: 'PAUSED' } as const
    const headers = { 'idempotency-key': 'told-once' }
    for (let again = 0; again < 2; again++)
      expect((await service.call(operation, body, { headers })).results).toMatchObject({ success: true })
    await sandbox.fail({ call: 'campaign.update', kind: 'status', status: 400, code: '100' })
    const refused = await service.call(operation, { ...body, status: 'ACTIVE' })
    expect(refused.results.success).toBe(false)
    await service.call(operation, { ...body, status: 'ACTIVE', dryRun: true })

    const about = { userId, operationId, operation, platform: 'social' }
    expect(await toldSince(service, before)).toEqual([
      { type: 'operation.succeeded', ...about, upstreamId: spring },
      { type: 'operation.failed', ...about, code: refused.results['code'] },
    ])
  })

  test('that nobody can settle is told once, and again when it has ended', async () => {
    const userId = await linkedUser(service)
    const before = await endOfEvents(service)
    const told = async () => (await toldSince(service, before)).map(({ type }) => type)
    await sandbox.fail({ call: 'campaign.update', kind: 'reset', when: 'before', times: 100 })
    await sandbox.fail({ call: 'campaign.read', kind: 'status', status: 500, skip: 1, times: 10_000 })
    const open = await service.call('social/edit_campaign', { userId, campaignId: spring, amount: 33 })
    expect(open.results['code']).toBe('OPERATION_PENDING')

    for (const hours of [25, 2, 2]) {
      await turn(service, hours * hourMs)
      await expect.poll(told).toEqual(['operation.needs_attention'])
    }
    await sandbox.forgetFaults()
    const ended = async () => {
      await turn(service, 2 * hourMs)
      return await told()
    }
    await expect
      .poll(ended)
      .toEqual(['operation.needs_attention', expect.stringMatching(/^operation\.(s|f)/)])
  })
})

test('a user who is deleted is told', async () => {
  const userId = await newUser(service)
  await linkTo(service, userId, { platform: 'SEARCH' })
  const before = await endOfEvents(service)
  await service.call('user/delete_user', { userId })
  expect(await toldSince(service, before)).toEqual([{ type: 'user.deleted', userId }])
})

test('a raise is told that a limit refused, and one that a freeze did, and no rehearsal', async () => {
  const userId = await linkedUser(service)
  const before = await endOfEvents(service)
  const body = { userId, campaignId: spring, amount: 100_000 }
  await service.call('social/edit_campaign', { ...body, dryRun: true })
  await service.call('social/edit_campaign', body)
  await service.call('workspace/update_settings', { userId, freeze: { frozen: true } })
  await service.call('social/edit_campaign', { ...body, amount: 50 })
  const told = {
    type: 'guard.refused',
    userId,
    operation: 'social/edit_campaign',
    platform: 'social',
    keyId: expect.stringMatching(/^key_/),
    campaignId: spring,
  }
  expect(await toldSince(service, before)).toEqual([
    { ...told, code: 'SPEND_LIMIT_EXCEEDED' },
    { ...told, code: 'SPEND_FROZEN' },
  ])
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  for (const code of ['SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN'])
    expect(metrics).toContain(`adrail_spend_refusals_total{platform="social",code="${code}"} 1`)
})

afterAll(async () => {
  const { events } = await eventsSince(service)
  // Each is as its type declares it, with ids and nothing personal; and every type was told, unless some tests were left out.
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
