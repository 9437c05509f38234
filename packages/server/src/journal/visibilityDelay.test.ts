// A request is lost before the platform acts. adrail finds no object, but the platform may still create one.

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
    // The first batch reads, the second one creates.
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
  test('is resent 50 seconds after an attempt that left no object, neither earlier nor later', async () => {
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
    // The runner polls every two seconds.
    service.clock.advance(2000)
    await expect.poll(state).toBe('SUCCEEDED')
    expect(await made()).toHaveLength(1)
  })
})

/** Campaigns whose first attempt is lost and is carried out while the second attempt is in progress. */
const lateCases = [
  {
    linked: social,
    platform: 'social',
    lost: { call: 'batch', skip: 1, kind: 'reset' },
    // A lookup comes first, which is a batch as well.
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

describe.each(lateCases)('a first attempt that is carried out late on $platform', (testCase) => {
  const { service, sandbox } = testCase.linked

  async function lostTry(name: string): Promise<string> {
    // The checks of creations that earlier tests had resent would count among the calls of this test.
    await service.app.store.db.deleteFrom('late_checks').execute()
    await sandbox.injectFault(testCase.lost)
    const { text } = await testCase.ask(name)
    return JSON.parse(text).results.operationId
  }

  const stateOf = (operationId: string) => async () =>
    (await service.call('operation/get_operation', { operationId })).results.state

  /** The platform carries out the lost attempt while it holds a request back. */
  async function comeThroughDuring(
    firstTry: string,
    name: string,
    operationId: string,
    maxSeconds = 3,
  ): Promise<void> {
    // A round of the runner that was in progress saw the earlier time. The next round comes after two more
    // seconds.
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
    // A lookup that began before the 50 seconds had passed decides nothing. The next lookup comes up to 30
    // seconds later.
    await comeThroughDuring(second, name, operationId, 30)
    await sandbox.release(second)
    return stateOf(operationId)
  }

  test('is not resent because of a read that began before the 50 seconds had passed', async () => {
    const name = 'Read too early'
    const operationId = await lostTry(name)
    const fault = await sandbox.injectFault(testCase.reconcileFault)
    service.clock.advance(45_000)
    await sandbox.clearRequests()
    await comeThroughDuring(fault, name, operationId)
    // The response still shows the earlier state, and arrives after the 50 seconds have passed.
    service.clock.advance(6000)
    await sandbox.release(fault)
    await expect
      .poll(async () => {
        // The runner polls every two seconds.
        service.clock.advance(2000)
        return await stateOf(operationId)()
      })
      .toBe('SUCCEEDED')
    expect(await sandbox.requests(testCase.creation)).toHaveLength(1)
    expect(await testCase.made(name)).toMatchObject([testCase.whole])
  })

  test('leaves one complete campaign', async () => {
    const state = await cameLate('Came through late')
    await expect.poll(state).toBe('SUCCEEDED')
    expect(await testCase.made('Came through late')).toMatchObject([testCase.whole])
  })

  test('leaves one complete campaign when the removal of the duplicate is lost as well', async () => {
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
