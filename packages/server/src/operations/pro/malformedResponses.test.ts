// Every write call of LinkedIn × the malformed responses.

import { expect } from 'vitest'
import { z } from 'zod'
import type { UserlessBody } from '../../../testing/calls.ts'
import { leadSubscription } from '../../../testing/leadSubscription.ts'
import { describeMalformed, undoOf, type WriteCall } from '../../../testing/malformedResponses.ts'
import { usePro } from '../../../testing/pro.ts'
import { groupsNamed, leastProCampaign, makeGroup } from '../../../testing/proCampaign.ts'
import type { TestAnswer } from '../../../testing/service.ts'
import { tailOf } from '../../platforms/pro/wire.ts'

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
  by: 'pro/create_campaign',
  prepare: async (name) => ({
    request: (key) => pro.call('pro/create_campaign', bodyOf(name), { 'idempotency-key': key }),
    async check(answer: TestAnswer<'pro/create_campaign'>) {
      const made = { id: answer.results.campaignId, status: 'ACTIVE', adGroups: ['ACTIVE'] }
      expect(await groupsNamed(pro, name), name).toMatchObject([{ ...made, ads: [expect.any(String)] }])
    },
  }),
})

const requireGone = async (name: string) => expect(await groupsNamed(pro, name), name).toEqual([])

/** A creation whose ad group cannot be switched on: all of it is removed again. */
const rollback = (call: string, skip = 0): WriteCall => ({
  call,
  skip,
  isRefused: true,
  by: 'pro/create_campaign, rolled back',
  async prepare(name) {
    const code = 'STATUS_CHANGE_NOT_ALLOWED'
    await pro.sandbox.fail({ call: 'adCampaigns.update', kind: 'status', status: 400, code })
    return {
      request: (key) => pro.call('pro/create_campaign', leastProCampaign(name), { 'idempotency-key': key }),
      check: () => requireGone(name),
    }
  },
})

/** The review ends during the rollback: LinkedIn then refuses the deletion of an ad, and adrail marks the ad for deletion. */
const rollbackAfterReview: WriteCall = {
  call: 'creatives.update',
  isRefused: true,
  by: 'pro/create_campaign, rolled back after the review',
  async prepare(name) {
    const { request, check } = await rollback('', 0).prepare(name)
    await pro.sandbox.forget()
    const stall = await pro.sandbox.fail({ call: 'creatives.delete', kind: 'stall' })
    let isReviewed = false
    return {
      check,
      async request(key) {
        const answer = request(key)
        if (!isReviewed) {
          await expect.poll(() => pro.sandbox.isHolding(stall), { timeout: 20_000 }).toBe(true)
          const created = (await pro.sandbox.effects()).find(({ kind }) => kind === 'creative.created')
          await pro.sandbox.simulate('pro/review', { creative: tailOf(created?.id ?? '') })
          await pro.sandbox.release(stall)
          isReviewed = true
        }
        return await answer
      },
    }
  },
}

/** The account creates groups only ACTIVE: the request that pauses the group gets the malformed response. */
const pausedGroup: WriteCall = {
  call: 'adCampaignGroups.update',
  by: 'pro/create_campaign, paused after its creation',
  async prepare(name) {
    await pro.sandbox.switch({ pro: { pausedGroupsRefused: true } })
    const body = { ...leastProCampaign(name), status: 'PAUSED' as const }
    return {
      request: (key) => pro.call('pro/create_campaign', body, { 'idempotency-key': key }),
      async check() {
        await pro.sandbox.switch({ pro: { pausedGroupsRefused: false } })
        expect(await groupsNamed(pro, name), name).toMatchObject([
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
    by: 'pro/update_campaign_status',
    async prepare() {
      const path = `${account}/adCampaignGroups/${pausedGroupId}`
      const present = async () => statusRow.parse(await pro.ask(path)).status
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
    by: 'pro/edit_campaign',
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
          const { elements } = list.parse(await pro.ask(path))
          expect(elements.reduce((sum, { dailyBudget }) => sum + Number(dailyBudget.amount), 0)).toBe(
            body.amount,
          )
        },
      }
    },
  },
  {
    call: 'adCampaignGroups.delete',
    by: 'pro/update_campaign_status',
    async prepare(label) {
      const campaignId = await makeGroup(pro, label, 'DRAFT')
      const body = { campaignId, status: 'DELETED' } as const
      return {
        request: (key) => pro.call('pro/update_campaign_status', body, { 'idempotency-key': key }),
        check: async () =>
          await expect(pro.ask(`${account}/adCampaignGroups/${campaignId}`)).rejects.toThrow('404'),
      }
    },
  },
  ...['videos.initializeUpload', 'media.upload', 'videos.finalizeUpload'].map(
    (call): WriteCall => ({
      call,
      by: 'pro/upload_video',
      prepare: async () => ({
        request: (key) =>
          pro.call(
            'pro/upload_video',
            { url: `${pro.sandbox.url}/_media/video/nursery-200kb.mp4` },
            { 'idempotency-key': key },
          ),
        async check(answer: TestAnswer<'pro/upload_video'>) {
          const urn = encodeURIComponent(`urn:li:video:${answer.results.videoId}`)
          const { status } = statusRow.parse(await pro.ask(`videos/${urn}`))
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
  return webhookList.parse(await pro.ask(`leadNotifications?q=criteria&${query}`)).elements
}

/** `earlier` is the address that LinkedIn has at first. */
const subscription = (call: string, earlier: string): WriteCall => ({
  call,
  by: 'reading leads',
  prepare: (name) =>
    leadSubscription(pro, 'pro', {
      async begin() {
        for (const { id } of await notifications())
          await pro.ask(`leadNotifications/${id}`, { method: 'DELETE' })
        if (earlier === '') return {}
        const body = { webhook: earlier, owner, leadType: 'SPONSORED' }
        await pro.ask('leadNotifications', { method: 'POST', creates: true, body })
        return { earlier }
      },
      check: async () =>
        expect(await notifications(), name).toMatchObject([{ webhook: `${pro.service.url}/hooks/pro` }]),
    }).prepare(name),
})

describeMalformed(
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
    creation('creatives.create', leastProCampaign),
    pausedGroup,
    ...changes,
    ...[0, 1].map((skip) =>
      undoOf(
        pro,
        'adCampaignGroups.update',
        (name) => pro.call('pro/create_campaign', leastProCampaign(name)),
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
    unused: [
      'adAccounts.update',
      'adCampaignGroups.batchUpdate',
      'adCampaigns.batchUpdate',
      'adCampaigns.delete',
      'dmpSegments.create',
    ],
  },
)
