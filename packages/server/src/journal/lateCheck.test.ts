// A platform carries out the first attempt of a creation after adrail found nothing and resent it.

import { describe, expect, test } from 'vitest'
import { requestPro, usePro } from '../../testing/pro.ts'
import { findGroupsByName, minimalProCampaign } from '../../testing/proCampaign.ts'
import type { TestService } from '../../testing/service.ts'
import { changeAtPlatform, createAtPlatform, useSocial } from '../../testing/social.ts'
import { findCampaignsByName, minimalSocialCampaign } from '../../testing/socialCampaign.ts'
import { minuteMs } from '../runtime/durations.ts'

// Leases follow the clock of the database, which a step of the machine clock would move.
const social = useSocial({ controlsDatabaseClock: true })
const pro = usePro({}, { controlsDatabaseClock: true })
const root = 'adAccounts/512345678'

const cases = [
  {
    platform: 'social',
    linked: social,
    // The first batch reads, the second one creates.
    late: { call: 'batch', skip: 1, kind: 'late' },
    removal: 'campaign.update',
    request: (name: string) => social.call('social/create_campaign', minimalSocialCampaign(name)),
    created: (name: string) => findCampaignsByName(social, name),
    enable: (campaignId: string) =>
      social.call('social/update_campaign_status', { campaignId, status: 'ACTIVE' }),
    addAdGroup: (campaignId: string) =>
      createAtPlatform(social, 'adsets', {
        name: 'By a colleague',
        campaign_id: campaignId,
        optimization_goal: 'LINK_CLICKS',
        billing_event: 'IMPRESSIONS',
        destination_type: 'WEBSITE',
        status: 'PAUSED',
        targeting: { geo_locations: { countries: ['US'] } },
      }),
    delete: (campaignId: string) => changeAtPlatform(social, campaignId, { status: 'DELETED' }),
  },
  {
    platform: 'pro',
    linked: pro,
    late: { call: 'adCampaignGroups.create', kind: 'late' },
    removal: 'adCampaignGroups.update',
    request: (name: string) => pro.call('pro/create_campaign', minimalProCampaign(name)),
    created: (name: string) => findGroupsByName(pro, name),
    enable: (campaignId: string) => pro.call('pro/update_campaign_status', { campaignId, status: 'ACTIVE' }),
    async addAdGroup(campaignId: string) {
      const sent = (await pro.sandbox.requests('adCampaigns.create')).at(-1)
      const entity = JSON.parse(String(sent?.body)) as object
      const campaignGroup = `urn:li:sponsoredCampaignGroup:${campaignId}`
      const body = { ...entity, name: 'By a colleague', campaignGroup }
      await requestPro(pro.sandbox.url, `${root}/adCampaigns`, { method: 'POST', isCreation: true, body })
    },
    delete: (campaignId: string) =>
      requestPro(pro.sandbox.url, `${root}/adCampaignGroups/${campaignId}`, {
        method: 'POST',
        body: { patch: { $set: { status: 'PENDING_DELETION' } } },
      }),
  },
] as const

type Write = { readonly operationId: string; readonly fault: string }

describe.each(cases)('a creation on $platform that is carried out late', (testCase) => {
  const { service, sandbox } = testCase.linked

  /**
   * Returns a write that succeeded with its second attempt, while the platform still holds the first one
   * back.
   */
  async function resent(name: string): Promise<Write> {
    // The checks of earlier tests must not meet the fault, and their reads must no longer be cached.
    await untilChecked(service)
    const fault = await sandbox.injectFault(testCase.late)
    const { status, text } = await testCase.request(name)
    expect(status, text).toBe(504)
    const { operationId } = JSON.parse(text).results
    service.clock.advance(minuteMs)
    await expect.poll(() => operation(service, operationId).then(({ state }) => state)).toBe('SUCCEEDED')
    expect(await testCase.created(name)).toHaveLength(1)
    return { operationId, fault }
  }

  async function carryOut(name: string, { fault }: Write): Promise<string> {
    const [recorded] = await testCase.created(name)
    await sandbox.release(fault)
    await expect.poll(() => testCase.created(name)).toHaveLength(2)
    const extra = (await testCase.created(name)).find(({ id }) => id !== recorded?.id)
    return extra?.id ?? ''
  }

  test('is removed while it is paused, and reported once', async () => {
    const name = 'Removed late'
    const write = await resent(name)
    const operationOutcome = (await operation(service, write.operationId)).outcome
    const extra = await carryOut(name, write)
    service.clock.advance(2 * minuteMs)
    await expect.poll(() => reports(service, write)).toBe(1)
    expect(await testCase.created(name)).toMatchObject([{ status: 'ACTIVE' }])
    const { state, outcome, reason } = await operation(service, write.operationId)
    expect([state, outcome]).toEqual(['SUCCEEDED', operationOutcome])
    expect(reason).toContain(`adrail removed these paused duplicates: campaign ${extra}`)
    await untilChecked(service)
    expect(await reports(service, write)).toBe(1)
    expect(await records(service, write)).toMatchObject([{ subject: extra, actor: 'service' }])
  })

  test('is reported and stays when someone switched it on', async () => {
    const name = 'Switched on late'
    const write = await resent(name)
    const extra = await carryOut(name, write)
    expect((await testCase.enable(extra)).status).toBe(200)
    service.clock.advance(15 * minuteMs)
    await expect.poll(() => reports(service, write)).toBe(1)
    expect(await testCase.created(name)).toHaveLength(2)
    expect((await operation(service, write.operationId)).reason).toContain(
      `These duplicates remain: campaign ${extra}`,
    )
    await untilChecked(service)
    expect(await reports(service, write)).toBe(1)
  })

  test('is reported and stays when someone added an ad group to it while it was paused', async () => {
    const name = 'Added to'
    const write = await resent(name)
    const extra = await carryOut(name, write)
    await testCase.addAdGroup(extra)
    service.clock.advance(2 * minuteMs)
    await expect.poll(() => reports(service, write)).toBe(1)
    expect((await testCase.created(name)).map(({ id }) => id)).toContain(extra)
    expect((await operation(service, write.operationId)).reason).toContain(
      `These duplicates remain: campaign ${extra}`,
    )
    await untilChecked(service)
    expect((await testCase.created(name)).map(({ id }) => id)).toContain(extra)
  })

  test('is not reported as removed by adrail when someone else deleted it before adrail could', async () => {
    const name = 'Deleted by someone'
    const write = await resent(name)
    const extra = await carryOut(name, write)
    const fault = await sandbox.injectFault({ call: testCase.removal, kind: 'reset', when: 'before' })
    service.clock.advance(2 * minuteMs)
    await expect.poll(() => sandbox.listUnusedFaults()).not.toContain(fault)
    await testCase.delete(extra)
    // The round that failed to remove the copy may still be running, so a later round reports it.
    await expect
      .poll(() => {
        service.clock.advance(30_000)
        return reports(service, write)
      })
      .toBe(1)
    const { reason } = await operation(service, write.operationId)
    expect(reason).not.toContain('by adrail')
    expect(reason).toContain(`deleted these duplicates: campaign ${extra}`)
  })

  test('is removed once when the response to the removal is lost', async () => {
    const name = 'Removal lost'
    const write = await resent(name)
    await carryOut(name, write)
    const before = await removals()
    await sandbox.injectFault({ call: testCase.removal, kind: 'reset', when: 'after' })
    service.clock.advance(2 * minuteMs)
    await expect.poll(() => testCase.created(name)).toHaveLength(1)
    expect(await reports(service, write)).toBe(0)
    service.clock.advance(3 * minuteMs)
    await expect.poll(() => reports(service, write)).toBe(1)
    expect((await removals()) - before).toBe(1)
    expect((await operation(service, write.operationId)).reason).toContain('deleted these duplicates')
  })

  test('is removed and reported once when another process takes over before the removal ends', async () => {
    const name = 'Taken over'
    const write = await resent(name)
    await carryOut(name, write)
    const before = await removals()
    const removal = await sandbox.injectFault({ call: testCase.removal, kind: 'stall' })
    service.clock.advance(2 * minuteMs)
    await expect.poll(() => sandbox.isHolding(removal)).toBe(true)
    // Another process becomes the owner and dies immediately.
    await service.app.store.db
      .updateTable('late_checks')
      .set((set) => ({ fence: set('fence', '+', 1), lease_until: 0 }))
      .where('operation_id', '=', write.operationId)
      .execute()
    await sandbox.release(removal)
    await expect.poll(() => testCase.created(name)).toHaveLength(1)
    // The round that lost its lease may still be running, so a later round continues the check.
    await expect
      .poll(() => {
        service.clock.advance(30_000)
        return reports(service, write)
      })
      .toBe(1)
    expect((await removals()) - before).toBe(1)
    expect(await records(service, write)).toHaveLength(1)
  })

  const removals = async () =>
    (await sandbox.effects()).filter(({ call }) => call === testCase.removal).length
})

test('a creation that was sent once is not checked for late copies', async () => {
  await untilChecked(pro.service)
  const { status } = await pro.call('pro/create_campaign', minimalProCampaign('Sent once'))
  expect([status, await checks(pro.service)]).toEqual([200, []])
})

async function operation(service: TestService, operationId: string) {
  return (await service.call('operation/get_operation', { operationId })).results
}

async function reports(service: TestService, { operationId }: Pick<Write, 'operationId'>): Promise<number> {
  const rows = await service.app.store.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'operation.needs_attention')
    .execute()
  return rows.filter(({ data }) => data.includes(operationId)).length
}

function records(service: TestService, { operationId }: Pick<Write, 'operationId'>) {
  return service.app.store.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where('event', '=', 'operation.late_copy_found')
    .execute()
}

function checks(service: TestService) {
  return service.app.store.db.selectFrom('late_checks').select('operation_id').execute()
}

/** Waits until the last check of every write has ended. */
async function untilChecked(service: TestService): Promise<void> {
  await expect
    .poll(() => {
      service.clock.advance(10 * minuteMs)
      return checks(service)
    })
    .toEqual([])
}
