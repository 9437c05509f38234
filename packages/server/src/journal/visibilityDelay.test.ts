// A request that was lost before the platform acted: nobody finds what it was to make, and it may still be carried out.

import { describe, expect, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'
import { createProGroup, findGroupsByName, minimalProCampaign } from '../../testing/proCampaign.ts'
import { createAtPlatform, useSocial } from '../../testing/social.ts'
import { findCampaignsByName, minimalSocialCampaign } from '../../testing/socialCampaign.ts'

const social = useSocial()
const pro = usePro()
const campaignName = 'Lost on its way'

const cases = [
  {
    operation: 'social/create_campaign',
    linked: social,
    // The first batch asks, the second one creates.
    lost: { call: 'batch', skip: 1, kind: 'reset' },
    reconcileCall: 'campaigns.list',
    ask: () => social.call('social/create_campaign', minimalSocialCampaign(campaignName)),
    made: () => findCampaignsByName(social, campaignName),
  },
  {
    operation: 'pro/create_campaign',
    linked: pro,
    lost: { call: 'adCampaignGroups.create', kind: 'reset' },
    reconcileCall: 'adCampaignGroups.search',
    ask: () => pro.call('pro/create_campaign', minimalProCampaign(campaignName)),
    made: () => findGroupsByName(pro, campaignName),
  },
] as const

describe.each(cases)('$operation', ({ linked, lost, reconcileCall, ask, made }) => {
  test('is sent again fifty seconds after a try that nobody finds, not before and not later', async () => {
    const { service, sandbox } = linked
    const countReconciles = async () => (await sandbox.requests(reconcileCall)).length
    await sandbox.injectFault(lost)
    const { status, text } = await ask()
    expect(status, text).toBe(504)
    const { operationId } = JSON.parse(text).results
    const { db } = service.app.store
    const firstTry = () =>
      db.selectFrom('operations').select('id').where('id', '=', operationId).where('lease_until', '>', 0)
    const state = async () => (await service.call('operation/get_operation', { operationId })).results.state

    const before = await countReconciles()
    service.clock.advance(49_000)
    await expect.poll(countReconciles).toBeGreaterThan(before)
    await expect.poll(() => firstTry().execute()).toEqual([])
    expect(await made()).toEqual([])
    // The runner comes every two seconds.
    service.clock.advance(2000)
    await expect.poll(state).toBe('SUCCEEDED')
    expect(await made()).toHaveLength(1)
  })
})

/** A campaign whose first try is lost, and comes through while the second one is under way. */
const lateCases = [
  {
    linked: social,
    platform: 'social',
    lost: { call: 'batch', skip: 1, kind: 'reset' },
    // A look comes first, which is a batch as well.
    second: { call: 'batch', skip: 1, kind: 'stall' },
    reconcileFault: { call: 'batch', kind: 'stall', when: 'after' },
    creation: 'campaigns.create',
    removal: 'campaign.update',
    ask: (name: string) => social.call('social/create_campaign', minimalSocialCampaign(name)),
    comeThrough: (name: string, marker: string) =>
      createAtPlatform(social, 'campaigns', {
        name,
        objective: 'OUTCOME_TRAFFIC',
        status: 'PAUSED',
        special_ad_categories: [],
        daily_budget: '1250',
        adlabels: [{ name: `adrail:${marker}` }],
      }),
    made: (name: string) => findCampaignsByName(social, name),
    whole: { status: 'ACTIVE', adSets: 1 },
  },
  {
    linked: pro,
    platform: 'pro',
    lost: { call: 'adCampaignGroups.create', kind: 'reset' },
    second: { call: 'adCampaignGroups.create', kind: 'stall' },
    reconcileFault: { call: 'adCampaignGroups.search', kind: 'stall', when: 'after' },
    creation: 'adCampaignGroups.create',
    removal: 'adCampaignGroups.update',
    ask: (name: string) => pro.call('pro/create_campaign', minimalProCampaign(name)),
    comeThrough: (name: string, marker: string) => createProGroup(pro, `${name} · ${marker.slice(0, 8)}`),
    made: (name: string) => findGroupsByName(pro, name),
    whole: { status: 'ACTIVE', adGroups: ['ACTIVE'] },
  },
] as const

describe.each(lateCases)('a first try that comes through late on $platform', (testCase) => {
  const { service, sandbox } = testCase.linked

  async function lostTry(name: string): Promise<string> {
    // Checks of creations that earlier tests had resent would be counted among the calls of this one.
    await service.app.store.db.deleteFrom('late_checks').execute()
    await sandbox.injectFault(testCase.lost)
    const { text } = await testCase.ask(name)
    return JSON.parse(text).results.operationId
  }

  const stateOf = (operationId: string) => async () =>
    (await service.call('operation/get_operation', { operationId })).results.state

  /** The lost try is carried out while a request is held. */
  async function comeThroughDuring(
    firstTry: string,
    name: string,
    operationId: string,
    maxSeconds = 3,
  ): Promise<void> {
    // A round of the runner that was in progress saw the time before: the next one comes after two seconds more.
    let seconds = 0
    await expect
      .poll(() => {
        if (seconds++ < maxSeconds) service.clock.advance(1000)
        return sandbox.isHolding(firstTry)
      })
      .toBe(true)
    const { marker } = await service.app.store.db
      .selectFrom('operations')
      .select('marker')
      .where('id', '=', operationId)
      .executeTakeFirstOrThrow()
    await testCase.comeThrough(name, marker)
    expect(await testCase.made(name)).toHaveLength(1)
  }

  async function cameLate(name: string): Promise<() => Promise<unknown>> {
    const operationId = await lostTry(name)
    const second = await sandbox.injectFault(testCase.second)
    service.clock.advance(60_000)
    // A look that began before the fifty seconds were over decides nothing; the next one comes up to half a minute later.
    await comeThroughDuring(second, name, operationId, 30)
    await sandbox.release(second)
    return stateOf(operationId)
  }

  test('is not repeated because of a read that began before the fifty seconds were over', async () => {
    const name = 'Read too early'
    const operationId = await lostTry(name)
    const fault = await sandbox.injectFault(testCase.reconcileFault)
    service.clock.advance(45_000)
    await sandbox.clearRequests()
    await comeThroughDuring(fault, name, operationId)
    // The response still shows the time before, and arrives when the fifty seconds are over.
    service.clock.advance(6000)
    await sandbox.release(fault)
    await expect
      .poll(async () => {
        // The runner comes every two seconds.
        service.clock.advance(2000)
        return await stateOf(operationId)()
      })
      .toBe('SUCCEEDED')
    expect(await sandbox.requests(testCase.creation)).toHaveLength(1)
    expect(await testCase.made(name)).toMatchObject([testCase.whole])
  })

  test('leaves one campaign', async () => {
    const state = await cameLate('Came through late')
    await expect.poll(state).toBe('SUCCEEDED')
    expect(await testCase.made('Came through late')).toMatchObject([testCase.whole])
  })

  test('leaves one campaign when its removal is lost as well', async () => {
    await sandbox.injectFault({ call: testCase.removal, kind: 'reset' })
    const state = await cameLate('Stayed at first')
    await expect
      .poll(() => {
        service.clock.advance(3000)
        return state()
      })
      .toBe('SUCCEEDED')
    expect(await sandbox.listUnusedFaults()).toEqual([])
    expect(await testCase.made('Stayed at first')).toMatchObject([testCase.whole])
  })
})
