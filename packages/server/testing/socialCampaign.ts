// Campaigns of the social platform as tests see them there, past the service.

import { z } from 'zod'
import type { Social } from './social.ts'

/** Read member by member by the tests, each with the value it expects. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
type Row = any

const adFields =
  'id,name,status,conversion_domain,creative{id,name,object_story_spec,object_story_id,object_id,instagram_user_id,source_instagram_media_id,call_to_action,url_tags,contextual_multi_ads}'
const adSetFields =
  'id,name,status,optimization_goal,billing_event,destination_type,promoted_object,start_time,end_time,targeting,dsa_beneficiary,dsa_payor'
const fields = `id,name,objective,status,daily_budget,lifetime_budget,bid_strategy,special_ad_categories,special_ad_category_country,stop_time,adlabels,adsets{${adSetFields}},ads{${adFields}}`

export interface Tree extends Readonly<Record<string, unknown>> {
  readonly adset: Row
  readonly ads: readonly Row[]
}

/** A campaign with its one ad set and its ads. */
export async function treeAtPlatform({ service }: Social, campaignId: string): Promise<Tree> {
  const { url = '', social } = service.app.sandbox ?? {}
  const query = new URLSearchParams({ fields, access_token: social?.accessToken ?? '' })
  const answer: unknown = await (await fetch(`${url}/v26.0/${campaignId}?${query}`)).json()
  const edge = z.object({ data: z.array(z.record(z.string(), z.unknown())) })
  const { adsets, ads, ...campaign } = z
    .looseObject({ adsets: edge.default({ data: [] }), ads: edge.default({ data: [] }) })
    .parse(answer)
  return { ...campaign, adset: adsets.data[0], ads: ads.data }
}
