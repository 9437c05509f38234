// Parts that several social operations share, and their larger results.

import { z } from 'zod'

/** Permissions that reading existing posts needs. */
export const postPermissions = [
  { permission: 'pages_read_engagement', part: 'posts on the page' },
  { permission: 'instagram_basic', part: 'posts on the Instagram account' },
] as const

const mediaTypes = ['video', 'image', 'carousel', 'link', 'text', 'other'] as const

export const post = z.object({
  id: z.string(),
  createdTime: z.string().describe('Time of the post, such as `2026-01-30T10:00:00+0000`.'),
  postUrl: z.string(),
  mediaType: z.enum(mediaTypes),
  primaryText: z.string(),
  image: z.string(),
  height: z.number(),
  width: z.number(),
  video: z.string().optional().describe('Present for video posts. Empty if Meta does not return it.'),
  videoId: z.string().optional().describe('Present for video posts.'),
})

const actionValue = z.object({ action_type: z.string(), value: z.string() })

/** Every metric is text. A missing metric is `"0"`, a missing ranking `"UNKNOWN"`. */
export const stats = z.object({
  campaignName: z.string(),
  cpm: z.string(),
  reach: z.string(),
  cpc: z.string(),
  ctr: z.string(),
  clicks: z.string(),
  spend: z.string(),
  conversions: z.string(),
  cost_per_conversion: z.string(),
  conversion_rate_ranking: z.string(),
  quality_ranking: z.string(),
  date_start: z.string(),
  date_end: z.string(),
  leadCount: z.string(),
  cost_per_action_type: z.array(actionValue),
  actions: z.array(actionValue),
  videoAvgTimeWatched: z.string(),
  video30SecWatched: z.string(),
  videoNoOfPlays: z.string(),
  video25PercentWatched: z.string(),
  video50PercentWatched: z.string(),
  video75PercentWatched: z.string(),
  video95PercentWatched: z.string(),
  video100PercentWatched: z.string(),
  postSaves: z.string(),
  postShares: z.string(),
  postReactions: z.string(),
  postComments: z.string(),
  postLikes: z.string(),
  cpmPrevious: z.string(),
  cpmPercent: z.string(),
})

export const insights = z.object({
  name: z.string(),
  stats,
  adsets: z
    .record(
      z.string(),
      z.object({
        name: z.string(),
        stats,
        ads: z.record(z.string(), z.object({ name: z.string(), stats })).describe('Ads, keyed by ad id.'),
      }),
    )
    .describe('Ad sets, keyed by ad set id.'),
  error: z
    .string()
    .describe(
      'Description of the missing part if the platform returned only part of the insights. Empty otherwise.',
    ),
})

const phase = z.object({ status: z.string() })

export const video = z.object({
  id: z.string(),
  source: z.string(),
  thumbnails: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        height: z.number(),
        scale: z.number(),
        uri: z.string(),
        width: z.number(),
        is_preferred: z.boolean(),
      }),
    ),
  }),
  status: z.object({
    video_status: z
      .string()
      .describe('One of `uploading`, `upload_complete`, `processing`, `ready`, `error` and `expired`.'),
    uploading_phase: phase,
    processing_phase: phase,
    publishing_phase: z.object({ status: z.string(), publish_status: z.string(), publish_time: z.string() }),
  }),
})

export const exampleStats: z.input<typeof stats> = {
  campaignName: 'Spring bread',
  cpm: '€7.78',
  reach: '9120',
  cpc: '€0.29',
  ctr: '2.71',
  clicks: '412',
  spend: '€118.42',
  conversions: '12',
  cost_per_conversion: '€9.87',
  conversion_rate_ranking: 'AVERAGE',
  quality_ranking: 'ABOVE_AVERAGE',
  date_start: '2026-01-24',
  date_end: '2026-01-30',
  leadCount: '12',
  cost_per_action_type: [{ action_type: 'link_click', value: '€0.39' }],
  actions: [{ action_type: 'link_click', value: '301' }],
  videoAvgTimeWatched: '6',
  video30SecWatched: '820',
  videoNoOfPlays: '5400',
  video25PercentWatched: '2600',
  video50PercentWatched: '1700',
  video75PercentWatched: '1100',
  video95PercentWatched: '700',
  video100PercentWatched: '640',
  postSaves: '9',
  postShares: '3',
  postReactions: '44',
  postComments: '6',
  postLikes: '2',
  cpmPrevious: '€8.10',
  cpmPercent: '-3.95',
}
