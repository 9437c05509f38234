// Tests every write call of LinkedIn with malformed responses.

import { expect } from 'vitest'
import { z } from 'zod'
import type { UserlessBody } from '../../../testing/calls.ts'
import { leadSubscription } from '../../../testing/leadSubscription.ts'
import {
  describeMalformedResponses,
  undoWriteCall,
  type WriteCall,
} from '../../../testing/malformedResponses.ts'
import { usePro } from '../../../testing/pro.ts'
import { createProGroup, findGroupsByName, minimalProCampaign } from '../../../testing/proCampaign.ts'
import type { TestResponse } from '../../../testing/service.ts'
import { parseUrnId } from '../../platforms/pro/urns.ts'

const pro = usePro({ LEADS: 'on' })
const account = 'adAccounts/512345678'

function fullCampaign(campaignName: string): UserlessBody<'pro/create_campaign'> {
  return {
    objective: 'CONVERSIONS',
    campaignName,
    dailyBudget: '25.50',
    startDate: '2030-03-01',
    locations: ['103644278'],
    conversionIds: ['70201'],
    ads: [
      {
        name: 'Boxwood',
        imageUrl: `${pro.sandbox.url}/_media/image/boxwood-400x210.png`,
        introText: 'Boxwood by the pallet',
        headline: 'Trade prices',
        url: 'https://fox-garden.example/trade',
      },
    ],
    notPoliticalAdvertising: true,
  }
}

const creation = (call: string, bodyOf: typeof fullCampaign): WriteCall => ({
  call,
  writeTitle: 'pro/create_campaign',
  prepare: async (name) => ({
    request: (key) => pro.call('pro/create_campaign', bodyOf(name), { 'idempotency-key': key }),
    async check(response: TestResponse<'pro/create_campaign'>) {
      const made = { id: response.results.campaignId, status: 'ACTIVE', adGroups: ['ACTIVE'] }
      expect(await findGroupsByName(pro, name), name).toMatchObject([{ ...made, ads: [expect.any(String)] }])
    },
  }),
})

const requireGone = async (name: string) => expect(await findGroupsByName(pro, name), name).toEqual([])

/** LinkedIn refuses to activate the ad group of a creation, so adrail rolls the creation back. */
const rollback = (call: string, skip = 0): WriteCall => ({
  call,
  skip,
  isRefused: true,
  writeTitle: 'pro/create_campaign, rolled back',
  async prepare(name) {
    const code = 'STATUS_CHANGE_NOT_ALLOWED'
    await pro.sandbox.injectFault({ call: 'adCampaigns.update', kind: 'status', status: 400, code })
    return {
      request: (key) => pro.call('pro/create_campaign', minimalProCampaign(name), { 'idempotency-key': key }),
      check: () => requireGone(name),
    }
  },
})

/**
 * The review ends during the rollback. LinkedIn then refuses the deletion of an ad, and adrail marks the ad
 * for deletion.
 */
const rollbackAfterReview: WriteCall = {
  call: 'creatives.update',
  isRefused: true,
  writeTitle: 'pro/create_campaign, rolled back after the review',
  async prepare(name) {
    const { request, check } = await rollback('', 0).prepare(name)
    await pro.sandbox.clearRequests()
    const stall = await pro.sandbox.injectFault({ call: 'creatives.delete', kind: 'stall' })
    let isReviewed = false
    return {
      check,
      async request(key) {
        const response = request(key)
        if (!isReviewed) {
          await expect.poll(() => pro.sandbox.isHolding(stall), { timeout: 20_000 }).toBe(true)
          const created = (await pro.sandbox.effects()).find(({ kind }) => kind === 'creative.created')
          await pro.sandbox.simulate('pro/review', { creative: parseUrnId(created?.id ?? '') })
          await pro.sandbox.release(stall)
          isReviewed = true
        }
        return await response
      },
    }
  },
}

/** The account creates groups only ACTIVE: the request that pauses the group gets the malformed response. */
const pausedGroup: WriteCall = {
  call: 'adCampaignGroups.update',
  writeTitle: 'pro/create_campaign, paused after its creation',
  async prepare(name) {
    await pro.sandbox.setSwitches({ pro: { pausedGroupsRefused: true } })
    const body = { ...minimalProCampaign(name), status: 'PAUSED' as const }
    return {
      request: (key) => pro.call('pro/create_campaign', body, { 'idempotency-key': key }),
      async check() {
        await pro.sandbox.setSwitches({ pro: { pausedGroupsRefused: false } })
        expect(await findGroupsByName(pro, name), name).toMatchObject([
          { status: 'PAUSED', adGroups: ['ACTIVE'], ads: [expect.any(String)] },
        ])
      },
    }
  },
}

const statusRow = z.object({ status: z.string() })
const pausedGroupId = '640118012'
let amount = 200

const changes: readonly WriteCall[] = [
  {
    call: 'adCampaignGroups.update',
    writeTitle: 'pro/update_campaign_status',
    async prepare() {
      const path = `${account}/adCampaignGroups/${pausedGroupId}`
      const present = async () => statusRow.parse(await pro.requestPlatform(path)).status
      const status = (await present()) === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
      const body = { campaignId: pausedGroupId, status } as const
      return {
        request: (key) => pro.call('pro/update_campaign_status', body, { 'idempotency-key': key }),
        check: async () => expect(await present()).toBe(status),
      }
    },
  },
  {
    call: 'adCampaigns.update',
    writeTitle: 'pro/edit_campaign',
    async prepare() {
      amount += 1
      const body = { campaignId: pausedGroupId, amount }
      const parent = encodeURIComponent(`urn:li:sponsoredCampaignGroup:${pausedGroupId}`)
      const path = `${account}/adCampaigns?q=search&search=(campaignGroup:(values:List(${parent})),status:(values:List(ACTIVE,PAUSED)))`
      const money = z.object({ amount: z.string() }).default({ amount: '0' })
      const list = z.object({ elements: z.array(z.object({ dailyBudget: money })) })
      return {
        request: (key) => pro.call('pro/edit_campaign', body, { 'idempotency-key': key }),
        async check() {
          const { elements } = list.parse(await pro.requestPlatform(path))
          expect(elements.reduce((sum, { dailyBudget }) => sum + Number(dailyBudget.amount), 0)).toBe(
            body.amount,
          )
        },
      }
    },
  },
  {
    call: 'adCampaignGroups.delete',
    writeTitle: 'pro/update_campaign_status',
    async prepare(label) {
      const campaignId = await createProGroup(pro, label, 'DRAFT')
      const body = { campaignId, status: 'DELETED' } as const
      return {
        request: (key) => pro.call('pro/update_campaign_status', body, { 'idempotency-key': key }),
        check: async () =>
          await expect(pro.requestPlatform(`${account}/adCampaignGroups/${campaignId}`)).rejects.toThrow(
            '404',
          ),
      }
    },
  },
  ...['videos.initializeUpload', 'media.upload', 'videos.finalizeUpload'].map(
    (call): WriteCall => ({
      call,
      writeTitle: 'pro/upload_video',
      prepare: async () => ({
        request: (key) =>
          pro.call(
            'pro/upload_video',
            { url: `${pro.sandbox.url}/_media/video/nursery-200kb.mp4` },
            { 'idempotency-key': key },
          ),
        async check(response: TestResponse<'pro/upload_video'>) {
          const urn = encodeURIComponent(`urn:li:video:${response.results.videoId}`)
          const { status } = statusRow.parse(await pro.requestPlatform(`videos/${urn}`))
          expect(['PROCESSING', 'AVAILABLE']).toContain(status)
        },
      }),
    }),
  ),
]

const owner = { sponsoredAccount: 'urn:li:sponsoredAccount:512345678' }
const webhookList = z.object({ elements: z.array(z.object({ id: z.number(), webhook: z.string() })) })
const notifications = async () => {
  const query = `owner=(value:(sponsoredAccount:${encodeURIComponent(owner.sponsoredAccount)}))&leadType=(leadType:SPONSORED)`
  return webhookList.parse(await pro.requestPlatform(`leadNotifications?q=criteria&${query}`)).elements
}

/** `previousAddress` is the address that LinkedIn has at first. */
const subscription = (call: string, previousAddress: string): WriteCall => ({
  call,
  writeTitle: 'reading leads',
  prepare: (name) =>
    leadSubscription(pro, 'pro', {
      async removeSubscription() {
        for (const { id } of await notifications())
          await pro.requestPlatform(`leadNotifications/${id}`, { method: 'DELETE' })
        if (previousAddress === '') return {}
        const body = { webhook: previousAddress, owner, leadType: 'SPONSORED' }
        await pro.requestPlatform('leadNotifications', { method: 'POST', isCreation: true, body })
        return { previousAddress }
      },
      check: async () =>
        expect(await notifications(), name).toMatchObject([{ webhook: `${pro.service.url}/hooks/pro` }]),
    }).prepare(name),
})

describeMalformedResponses(
  pro,
  [
    ...[
      'images.initializeUpload',
      'media.upload',
      'adCampaignGroups.create',
      'adCampaigns.create',
      'creatives.createInline',
      'campaignConversions.update',
      'adCampaigns.update',
      'adCampaignGroups.update',
    ].map((call) => creation(call, fullCampaign)),
    creation('creatives.create', minimalProCampaign),
    pausedGroup,
    ...changes,
    ...[0, 1].map((skip) =>
      undoWriteCall(
        pro,
        'adCampaignGroups.update',
        (name) => pro.call('pro/create_campaign', minimalProCampaign(name)),
        requireGone,
        skip,
      ),
    ),
    rollback('creatives.delete'),
    rollback('adCampaigns.update'),
    rollback('adCampaignGroups.update'),
    rollbackAfterReview,
    subscription('leadNotifications.create', ''),
    subscription('leadNotifications.delete', 'https://earlier.example/hooks/pro'),
  ],
  {
    platform: 'pro',
    unusedCalls: [
      'adAccounts.update',
      'adCampaignGroups.batchUpdate',
      'adCampaigns.batchUpdate',
      'adCampaigns.delete',
      'dmpSegments.create',
    ],
  },
)
