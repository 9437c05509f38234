// Reads Meta campaigns directly at the sandbox, bypassing the service.

import { metaCampaign } from '@adrail/sandbox/testing'
import { z } from 'zod'
import { advanceUntilFinal } from './advanceUntilFinal.ts'
import type { UserlessBody } from './calls.ts'
import { unvariedHeaders } from './sandbox.ts'
import type { TestResponse } from './service.ts'
import type { SocialCalls } from './social.ts'

/** The tests read single fields and compare each with the expected value. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
type SocialRow = any

const adFields =
  'id,name,status,conversion_domain,creative{id,name,object_story_spec,object_story_id,object_id,instagram_user_id,source_instagram_media_id,call_to_action,url_tags,contextual_multi_ads}'
const adSetFields =
  'id,name,status,optimization_goal,billing_event,destination_type,promoted_object,start_time,end_time,targeting,dsa_beneficiary,dsa_payor'
const campaignFields =
  'id,name,objective,status,daily_budget,lifetime_budget,bid_strategy,special_ad_categories,special_ad_category_country,stop_time,adlabels'
const fields = `${campaignFields},adsets{${adSetFields}},ads{${adFields}}`
const row = z.record(z.string(), z.unknown())

export interface SocialCampaignTree extends Readonly<Record<string, unknown>> {
  readonly adset: SocialRow
  readonly ads: readonly SocialRow[]
}

/** Reads a campaign with its ad set and ads through Meta's own SDK. */
export async function readSocialTreeWithSdk(
  { service }: SocialCalls,
  campaignId: string,
): Promise<SocialCampaignTree> {
  const sdkCampaign = await metaCampaign(service.app.sandbox?.url ?? '', campaignId, {
    campaign: campaignFields.split(','),
    adSet: adSetFields.split(','),
    ad: adFields.split(/,(?![^{]*})/),
  })
  const { campaign, adSets, ads } = z
    .object({ campaign: row, adSets: z.tuple([row]), ads: z.array(row) })
    .parse(sdkCampaign)
  return { ...campaign, adset: adSets[0], ads }
}

/** Reads a campaign with its ad set and ads through the Graph API. */
export async function readSocialTree(
  { service }: SocialCalls,
  campaignId: string,
): Promise<SocialCampaignTree> {
  const { url = '', social } = service.app.sandbox ?? {}
  const query = new URLSearchParams({ fields, access_token: social?.accessToken ?? '' })
  const data: unknown = await (
    await fetch(`${url}/v26.0/${campaignId}?${query}`, { headers: unvariedHeaders })
  ).json()
  const edge = z.object({ data: z.array(row) })
  const { adsets, ads, ...campaign } = z
    .looseObject({ adsets: edge.default({ data: [] }), ads: edge.default({ data: [] }) })
    .parse(data)
  return { ...campaign, adset: adsets.data[0], ads: ads.data }
}

const namedCampaigns = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      adsets: z.object({ data: z.array(z.unknown()) }).optional(),
      ads: z.object({ data: z.array(z.object({ name: z.string() })) }).optional(),
    }),
  ),
})

/** Finds all campaigns of this name that are not deleted, with the number of ad sets and the names of ads. */
export async function findCampaignsByName({ service }: SocialCalls, name: string) {
  const { url = '', social } = service.app.sandbox ?? {}
  const query = new URLSearchParams({
    fields: 'id,status,adsets{id},ads{name}',
    filtering: JSON.stringify([{ field: 'name', operator: 'EQUAL', value: name }]),
    access_token: social?.accessToken ?? '',
  })
  const data: unknown = await (
    await fetch(`${url}/v26.0/act_${social?.adAccountId}/campaigns?${query}`, { headers: unvariedHeaders })
  ).json()
  return namedCampaigns.parse(data).data.map(({ id, status, adsets, ads }) => ({
    id,
    status,
    adSets: adsets?.data.length ?? 0,
    ads: (ads?.data ?? []).map((ad) => ad.name).sort(),
  }))
}

type CreationName = 'social/create_campaign'

export function minimalSocialCampaign(campaignName: string): UserlessBody<CreationName> {
  return {
    objective: 'TRAFFIC',
    campaignName,
    dailyBudget: '12.50',
    startDate: '2030-03-01',
    locations: [{ key: 'US', type: 'country' }],
    ads: [
      {
        imageId: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
        primaryText: 'Fresh rye',
        headline: 'Rye bread',
        url: 'https://www.foxbakery.example/rye',
      },
    ],
  }
}

/**
 * Sends the creation with one idempotency key until its outcome is final. Advances the clocks between
 * attempts.
 */
export async function createSocialUntilFinal(
  social: SocialCalls,
  body: UserlessBody<CreationName>,
  key: string,
): Promise<TestResponse<CreationName>> {
  return await advanceUntilFinal(social, () =>
    social.call('social/create_campaign', body, { 'idempotency-key': key }),
  )
}
