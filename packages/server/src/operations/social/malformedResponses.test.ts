// Tests every write call of Meta with the malformed responses.

import { expect } from 'vitest'
import { leadSubscription } from '../../../testing/leadSubscription.ts'
import {
  describeMalformedResponses,
  undoWriteCall,
  type WriteCall,
} from '../../../testing/malformedResponses.ts'
import type { TestResponse } from '../../../testing/service.ts'
import { springCampaignId, useSocial } from '../../../testing/social.ts'
import {
  findCampaignsByName,
  minimalSocialCampaign,
  readSocialTree,
} from '../../../testing/socialCampaign.ts'
import { hourMs } from '../../runtime/durations.ts'

const social = useSocial({ environment: { LEADS: 'on' } })

const creation = (call: string, skip = 0): WriteCall => ({
  call,
  skip,
  writeTitle: 'social/create_campaign',
  async prepare(name) {
    const minimalCampaign = minimalSocialCampaign(name)
    const { imageId: _, ...ad } = minimalCampaign.ads[0] ?? {}
    const imageUrl = `${social.sandbox.url}/_media/image/rye-800x800.png`
    const body =
      call === 'adimages.create' ? { ...minimalCampaign, ads: [{ ...ad, imageUrl }] } : minimalCampaign
    return {
      request: (key) => social.call('social/create_campaign', body, { 'idempotency-key': key }),
      async check({ results: { campaignId: id } }: TestResponse<'social/create_campaign'>) {
        const whole = { id, status: 'ACTIVE', adSets: 1, ads: [expect.any(String)] }
        expect(await findCampaignsByName(social, name), name).toEqual([whole])
      },
    }
  },
})

const requireGone = async (name: string) => expect(await findCampaignsByName(social, name), name).toEqual([])

/** adrail rolls back a creation whose campaign cannot be activated. A remaining creative is never served. */
const rollback = (call: string, skip: number): WriteCall => ({
  call,
  skip,
  isRefused: true,
  writeTitle: 'social/create_campaign, rolled back',
  async prepare(name) {
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'status', status: 400, code: '100' })
    return {
      request: (key) =>
        social.call('social/create_campaign', minimalSocialCampaign(name), { 'idempotency-key': key }),
      check: () => requireGone(name),
    }
  },
})

/** Creations that leave exactly one object each, according to the sandbox's ledger. */
function single<
  Name extends 'social/create_lead_form' | 'social/create_leadform_audience' | 'social/upload_video',
>(
  call: string,
  writeTitle: Name,
  kind: string,
  bodyOf: (name: string) => Parameters<typeof social.call<Name>>[1],
  idIn: (results: TestResponse<Name>['results']) => string,
): WriteCall {
  return {
    call,
    writeTitle,
    async prepare(name) {
      // adrail finds audiences by their creation time, which is Meta's time.
      const now = new Date(social.service.clock.now()).toISOString()
      await social.sandbox.callAdmin('POST', 'clock', { set: now })
      await social.sandbox.clearRequests()
      return {
        request: (key) => social.call(writeTitle, bodyOf(name), { 'idempotency-key': key }),
        async check({ results }: TestResponse<Name>) {
          const creations = (await social.sandbox.effects()).filter((effect) => effect.kind === kind)
          expect(creations.map(({ id }) => id)).toEqual([idIn(results)])
        },
      }
    },
  }
}

const formOf = (name: string) => ({
  name,
  privacyPolicyUrl: 'https://bakery.example/privacy',
  questions: ['EMAIL' as const],
})

const testLead = (call: string): WriteCall => ({
  call,
  writeTitle: 'social/create_test_lead',
  async prepare(name) {
    const { results } = await social.call('social/create_lead_form', formOf(name))
    const formId = results.leadFormId
    const first = await social.call('social/create_test_lead', { formId })
    return {
      request: (key) =>
        social.call('social/create_test_lead', { formId, replace: true }, { 'idempotency-key': key }),
      async check({ results: { testLeadId } }: TestResponse<'social/create_test_lead'>) {
        expect(testLeadId).not.toBe(first.results.testLeadId)
        const again = await social.call('social/create_test_lead', { formId, fields: [] })
        expect(again.results).toMatchObject({ code: 'PLATFORM_REJECTED', field: 'replace' })
      },
    }
  },
})

const subscription: WriteCall = {
  call: 'subscribed_apps.create',
  writeTitle: 'reading leads',
  prepare: (name) =>
    leadSubscription(social, 'social', {
      async removeSubscription() {
        await social.sandbox.clearRequests()
        return {}
      },
      async check() {
        const kinds = (await social.sandbox.effects()).map(({ kind }) => kind)
        expect(kinds, name).toContain('app_subscribed')
      },
    }).prepare(name),
}

let amount = 15
const budget = (call: string, campaignId: string): WriteCall => ({
  call,
  writeTitle: 'social/edit_campaign',
  async prepare() {
    // Meta allows four budget changes per ad set and hour.
    social.service.clock.advance(hourMs)
    await social.sandbox.advance(hourMs)
    await social.sandbox.clearRequests()
    amount += 1
    const body = { campaignId, amount }
    return {
      request: (key) => social.call('social/edit_campaign', body, { 'idempotency-key': key }),
      async check() {
        const changes = (await social.sandbox.effects()).map(({ detail }) => detail?.['after'])
        expect(changes.at(-1)).toMatchObject({ daily_budget: body.amount * 100 })
      },
    }
  },
})

describeMalformedResponses(
  social,
  [
    creation('batch', 1),
    ...['campaigns.create', 'adsets.create', 'ads.create', 'campaign.update', 'adimages.create'].map((call) =>
      creation(call),
    ),
    {
      call: 'campaign.update',
      writeTitle: 'social/update_campaign_status',
      async prepare() {
        const present = async () => (await readSocialTree(social, springCampaignId))['status']
        const status = (await present()) === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
        const body = { campaignId: springCampaignId, status } as const
        return {
          request: (key) => social.call('social/update_campaign_status', body, { 'idempotency-key': key }),
          check: async () => expect(await present()).toBe(status),
        }
      },
    },
    budget('campaign.update', springCampaignId),
    budget('adset.update', '120210000000000140'),
    single(
      'leadgen_forms.create',
      'social/create_lead_form',
      'lead_form_created',
      formOf,
      (results) => results.leadFormId,
    ),
    single(
      'customaudiences.create',
      'social/create_leadform_audience',
      'audience.create',
      (name) => ({ name, description: 'Sent', type: 'submit' as const, leadFormIds: ['700011'] }),
      (results) => results.audience.id,
    ),
    single(
      'advideos.create',
      'social/upload_video',
      'video.create',
      (name) => ({ name, url: 'https://media.foxbakery.example/rye.mp4' }),
      (results) => results.videoId,
    ),
    undoWriteCall(
      social,
      'campaign.update',
      (name) => social.call('social/create_campaign', minimalSocialCampaign(name)),
      requireGone,
    ),
    rollback('campaign.update', 0),
    rollback('creative.delete', 0),
    rollback('batch', 2),
    testLead('test_leads.create'),
    testLead('lead.delete'),
    subscription,
  ],
  {
    platform: 'social',
    unusedCalls: [
      'ad.delete',
      'ad.update',
      'adset.delete',
      'audience.delete',
      'audience.update',
      'campaign.delete',
      'customaudiencestos.create',
      'lead_form.update',
      'video.upload',
      'video_ads.create',
    ],
  },
)
