// A platform carries out a creation after adrail found nothing, could not resend it in time and reported
// that it failed.

import { describe, expect, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'
import { findGroupsByName, minimalProCampaign } from '../../testing/proCampaign.ts'
import { gardenShop, postToPlatform, querySearchRows, useSearch } from '../../testing/search.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { useSocial } from '../../testing/social.ts'
import { findCampaignsByName, minimalSocialCampaign } from '../../testing/socialCampaign.ts'
import { minuteMs } from '../runtime/durations.ts'

// Leases follow the clock of the database, which a step of the machine clock would move.
const social = useSocial({ controlsDatabaseClock: true })
const pro = usePro({}, { controlsDatabaseClock: true })
const search = useSearch()

const cases = [
  {
    platform: 'social',
    linked: social,
    // The first batch reads, the second one creates.
    create: { call: 'batch', skip: 1 },
    request: (name: string) => social.call('social/create_campaign', minimalSocialCampaign(name)),
    created: (name: string) => findCampaignsByName(social, name),
    changes: {
      'switched it on': (campaignId: string) =>
        social.call('social/update_campaign_status', { campaignId, status: 'ACTIVE' }),
    },
  },
  {
    platform: 'pro',
    linked: pro,
    create: { call: 'adCampaignGroups.create', skip: 0 },
    request: (name: string) => pro.call('pro/create_campaign', minimalProCampaign(name)),
    created: (name: string) => findGroupsByName(pro, name),
    changes: {
      'switched it on': (campaignId: string) =>
        pro.call('pro/update_campaign_status', { campaignId, status: 'ACTIVE' }),
    },
  },
  {
    platform: 'search',
    linked: search,
    // Names are unique, so adrail resends immediately. The fault holds the retries back as well.
    create: { call: 'googleAds:mutate', skip: 0, times: 20 },
    request: (name: string) =>
      search.service.call('search/create_search_campaign', minimalSearchCampaign(search.userId, name)),
    async created(name: string) {
      const query = `SELECT campaign.id FROM campaign WHERE campaign.name = '${name}' AND campaign.status != 'REMOVED'`
      const rows = (await querySearchRows(search.service, query)) as { campaign: { id: string } }[]
      return rows.map(({ campaign }) => campaign)
    },
    changes: {
      'switched it on': (campaignId: string) =>
        search.service.call('search/update_campaign_status', {
          userId: search.userId,
          campaignId,
          status: 'ACTIVE',
        }),
      'added a language': (campaignId: string) => {
        const campaign = `customers/${gardenShop}/campaigns/${campaignId}`
        const create = { campaign, language: { languageConstant: 'languageConstants/1000' } }
        return postToPlatform(search.service, 'googleAds:mutate', {
          mutateOperations: [{ campaignCriterionOperation: { create } }],
        } as never)
      },
    },
  },
] as const

describe.each(cases)(
  'a creation on $platform that is carried out after adrail reported its failure',
  (testCase) => {
    const { service, sandbox } = testCase.linked

    const operation = async (operationId: string) =>
      (await service.call('operation/get_operation', { operationId })).results
    const reports = async (operationId: string) => {
      const rows = await service.app.store.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'operation.needs_attention')
        .execute()
      return rows.filter(({ data }) => data.includes(operationId)).length
    }
    const checks = () => service.app.store.db.selectFrom('late_checks').select('operation_id').execute()
    const untilChecked = () =>
      expect
        .poll(() => {
          service.clock.advance(10 * minuteMs)
          return checks()
        })
        .toEqual([])

    /** Returns a failed write whose only attempt the platform carries out afterwards. */
    async function failed(name: string) {
      const fault = await sandbox.injectFault({ ...testCase.create, kind: 'late' })
      const { status, text } = await testCase.request(name)
      expect(status, text).toBe(504)
      const { operationId } = JSON.parse(text).results as { operationId: string }
      // The deadline of the write has passed, so adrail resends nothing.
      service.clock.advance(16 * minuteMs)
      await expect.poll(() => operation(operationId).then(({ state }) => state)).toBe('FAILED')
      expect(await testCase.created(name)).toEqual([])
      await sandbox.release(fault)
      await sandbox.clearFaults()
      await expect.poll(() => testCase.created(name)).toHaveLength(1)
      const [late] = await testCase.created(name)
      return { operationId, campaignId: late?.id ?? '' }
    }

    test('is removed while it is paused, and reported once', async () => {
      const name = 'Failed late'
      const { operationId, campaignId } = await failed(name)
      const { outcome } = await operation(operationId)
      service.clock.advance(45 * minuteMs)
      await expect.poll(() => reports(operationId)).toBe(1)
      expect(await testCase.created(name)).toEqual([])
      const checked = await operation(operationId)
      expect(checked).toMatchObject({ state: 'FAILED', outcome })
      expect(checked.reason).toContain(`adrail removed these paused duplicates: campaign ${campaignId}`)
      await untilChecked()
      expect(await reports(operationId)).toBe(1)
    })

    test.each(Object.entries(testCase.changes))(
      'is reported and stays when someone %s',
      async (what, change) => {
        const name = `Failed late, someone ${what}`
        const { operationId, campaignId } = await failed(name)
        await change(campaignId)
        service.clock.advance(45 * minuteMs)
        await expect.poll(() => reports(operationId)).toBe(1)
        expect(await testCase.created(name)).toHaveLength(1)
        expect((await operation(operationId)).reason).toContain(
          `These duplicates remain: campaign ${campaignId}`,
        )
        await untilChecked()
      },
    )

    test('is not checked for when the platform refused the only attempt', async () => {
      const { skip, call } = testCase.create
      await sandbox.injectFault({ call, skip, kind: 'status', status: 400 })
      const { status, text } = await testCase.request('Refused')
      expect([status, text]).toEqual([200, expect.stringContaining('"success":false')])
      const { operationId } = JSON.parse(text).results as { operationId: string }
      expect(await checks()).not.toContainEqual({ operation_id: operationId })
    })
  },
)
