import { z } from 'zod'
import { declare } from './declare.ts'
import { platformErrors, writeErrors } from './errors.ts'
import { exampleStats, insights, post, video } from './social.results.ts'
import {
  anyText,
  calendarDate,
  countryCode,
  line,
  pages,
  pagination,
  platformId,
  repeats,
  text,
  userId,
  webUrl,
  writeOptions,
} from './values.ts'

const reads = { effect: 'read', scope: 'read', audit: { none: 'Reads only.' } } as const
const demoUser = 'usr_demo_all'
const noPages = { next: '', previous: '' }

export const campaignStatuses = ['ACTIVE', 'PAUSED', 'DELETED'] as const

export const social = {
  get_page_posts: declare({
    ...reads,
    summary: "Lists the posts of a user's page or photo account, newest first, 25 a page.",
    description:
      '`mediaType` is `video`, `image`, `carousel`, `link`, `text` or `other`. Dimensions the platform does not tell are 0.',
    errors: [...platformErrors, 'INVALID_CURSOR', 'SECONDARY_ACCOUNT_MISSING'],
    input: z.object({
      userId,
      platform: z.enum(['SOCIAL_A', 'SOCIAL_B']),
      pagination: pagination.default(''),
    }),
    results: z.object({ posts: z.array(post), pagination: pages }),
    example: {
      body: { userId: demoUser, platform: 'SOCIAL_A' },
      results: {
        posts: [
          {
            id: '104500000000001_2271',
            createdTime: '2026-01-30T10:00:00+0000',
            postUrl: 'https://social.example/posts/2271',
            mediaType: 'image',
            primaryText: 'Fresh rye, out of the oven at seven.',
            image: 'https://social.example/media/rye.jpg',
            height: 1080,
            width: 1080,
          },
        ],
        pagination: noPages,
      },
    },
  }),

  get_ad_account_media: declare({
    ...reads,
    summary: "Lists the images or videos of a user's ad account, 50 a page.",
    errors: [...platformErrors, 'INVALID_CURSOR'],
    input: z.object({ userId, type: z.enum(['IMAGE', 'VIDEO']), pagination: pagination.default('') }),
    results: z.object({
      media: z.array(z.object({ url: z.string(), width: z.number(), height: z.number(), id: z.string() })),
      pagination: pages,
    }),
    example: {
      body: { userId: demoUser, type: 'IMAGE' },
      results: {
        media: [
          {
            url: 'https://social.example/media/rye.jpg',
            width: 1080,
            height: 1080,
            id: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
          },
        ],
        pagination: noPages,
      },
    },
  }),

  get_campaign_insights: declare({
    ...reads,
    summary: 'Reports how a campaign, its ad sets and its ads performed.',
    description:
      'Without both dates the report covers all time. `clientCostAdjustment.percentage` is a mark-up on every cost, `currencySymbol` a prefix of every amount; neither converts anything. With both dates, `cpmPrevious` and `cpmPercent` compare with the period of the same length before.',
    errors: [...platformErrors, 'OBJECT_NOT_FOUND'],
    input: z.object({
      userId,
      campaignId: platformId,
      startDate: calendarDate.optional(),
      endDate: calendarDate.optional(),
      currencySymbol: anyText(10).describe('Put before every amount; may be empty.'),
      clientCostAdjustment: z.object({
        percentage: z
          .number()
          .min(-100)
          .max(10_000)
          .describe('12.5 shows costs 12.5 % higher, -10 shows them 10 % lower.'),
      }),
    }),
    rules: [
      {
        says: '`endDate` is not before `startDate`.',
        over: ['startDate', 'endDate'],
        check({ startDate, endDate }, report) {
          if (startDate !== undefined && endDate !== undefined && endDate < startDate)
            report('endDate', 'CONFLICT', 'must not be before startDate.')
        },
      },
    ],
    results: z.object({ insights }),
    example: {
      body: {
        userId: demoUser,
        campaignId: '120210000000000011',
        currencySymbol: '€',
        clientCostAdjustment: { percentage: 0 },
      },
      results: {
        insights: {
          name: 'Spring bread',
          stats: exampleStats,
          adsets: {
            '120210100000001000': {
              name: 'Fans and friends',
              stats: exampleStats,
              ads: { '120210200000100000': { name: 'Rye at seven', stats: exampleStats } },
            },
          },
          error: '',
        },
      },
    },
  }),

  get_video_info: declare({
    ...reads,
    summary: 'Tells how far a video has come at the platform.',
    errors: [...platformErrors, 'OBJECT_NOT_FOUND'],
    input: z.object({ userId, videoId: platformId.describe('From social/upload_video.') }),
    results: z.object({ video }),
    example: {
      body: { userId: demoUser, videoId: '990011' },
      results: {
        video: {
          id: '990011',
          source: 'https://social.example/media/rye.mp4',
          thumbnails: {
            data: [
              {
                id: '880001',
                height: 720,
                scale: 1,
                uri: 'https://social.example/media/rye-1.jpg',
                width: 1280,
                is_preferred: true,
              },
            ],
          },
          status: {
            video_status: 'ready',
            uploading_phase: { status: 'complete' },
            processing_phase: { status: 'complete' },
            publishing_phase: {
              status: 'complete',
              publish_status: 'publish',
              publish_time: '2026-01-30T10:00:00+0000',
            },
          },
        },
      },
    },
  }),

  get_targeting_systems_lookup: declare({
    ...reads,
    summary: 'Lists the operating systems or devices that ads can be targeted at.',
    errors: platformErrors,
    input: z.object({ userId, type: z.enum(['os', 'device']) }),
    results: z.object({
      targetingSystems: z.array(
        z.object({
          type: z.string(),
          name: z.string(),
          platform: z.string(),
          description: z.string().describe('Versions, separated by semicolons.'),
        }),
      ),
    }),
    example: {
      body: { userId: demoUser, type: 'os' },
      results: {
        targetingSystems: [{ type: 'user_os', name: 'iOS', platform: 'iOS', description: '16.0;17.0;18.0' }],
      },
    },
  }),

  search_targeting_interests: declare({
    ...reads,
    summary: 'Finds interests that ads can be targeted at.',
    errors: platformErrors,
    input: z.object({
      userId,
      query: text(200),
      specialAdCategories: z
        .array(z.enum(['HOUSING', 'FINANCIAL_PRODUCTS_SERVICES', 'EMPLOYMENT']))
        .max(3)
        .default([]),
      specialAdCountries: z.array(countryCode).max(250).default([]),
    }),
    results: z.object({
      interests: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          path: z.array(z.string()),
          audience_size_lower_bound: z.number(),
          audience_size_upper_bound: z.number(),
          description: z.string(),
        }),
      ),
    }),
    example: {
      body: { userId: demoUser, query: 'baking' },
      results: {
        interests: [
          {
            id: '6003623735514',
            name: 'Baking',
            type: 'interests',
            path: ['Interests', 'Food and drink', 'Food', 'Baking'],
            audience_size_lower_bound: 21063000,
            audience_size_upper_bound: 24780000,
            description: '',
          },
        ],
      },
    },
  }),

  search_targeting_locations: declare({
    ...reads,
    summary: 'Finds places that ads can be targeted at.',
    errors: platformErrors,
    input: z.object({ userId, query: text(200) }),
    results: z.object({
      locations: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          region: z.string(),
          country_name: z.string(),
          type: z.string(),
          country_code: z.string(),
          region_id: z.number(),
          supports_region: z.boolean(),
          supports_city: z.boolean(),
        }),
      ),
    }),
    example: {
      body: { userId: demoUser, query: 'san' },
      results: {
        locations: [
          {
            key: '2421836',
            name: 'San Francisco',
            region: 'California',
            country_name: 'United States',
            type: 'city',
            country_code: 'US',
            region_id: 3847,
            supports_region: true,
            supports_city: true,
          },
        ],
      },
    },
  }),

  create_leadform_audience: declare({
    summary: 'Creates an audience of people who opened, closed or submitted lead forms.',
    description: 'People stay in the audience for 90 days, the longest the platform allows for lead forms.',
    effect: 'write',
    scope: 'write',
    audit: { event: 'audience.created' },
    errors: [...platformErrors, ...writeErrors, 'REFERENCE_NOT_FOUND'],
    input: z.object({
      userId,
      name: line(200),
      description: anyText(1000),
      type: z.enum(['open', 'close', 'submit']),
      leadFormIds: z.array(platformId).min(1).max(100),
      ...writeOptions,
    }),
    rules: [
      {
        says: 'No lead form is named twice.',
        over: ['leadFormIds'],
        check({ leadFormIds = [] }, report) {
          for (const index of repeats(leadFormIds))
            report(`leadFormIds[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
        },
      },
    ],
    results: z.object({ audience: z.object({ id: z.string(), name: z.string() }) }),
    example: {
      body: {
        userId: demoUser,
        name: 'Catering quote: sent',
        description: 'People who asked for a catering quote',
        type: 'submit',
        leadFormIds: ['700011'],
      },
      results: { audience: { id: '23850000000000001', name: 'Catering quote: sent' } },
    },
  }),

  get_custom_conversions: declare({
    ...reads,
    summary: 'Lists the conversions that a campaign with this pixel can aim at.',
    description:
      'Standard events first (`value` is their name), then custom conversions (`value` is their id), then custom events seen in the last 28 days (`is_custom_event` is true).',
    errors: [...platformErrors, 'OBJECT_NOT_FOUND'],
    input: z.object({ userId, pixelId: platformId, campaignType: z.enum(['CONVERSIONS', 'OUTCOME_SALES']) }),
    results: z.object({
      customConversions: z.array(
        z.object({ name: z.string(), value: z.string(), is_custom_event: z.boolean() }),
      ),
    }),
    example: {
      body: { userId: demoUser, pixelId: '330001', campaignType: 'CONVERSIONS' },
      results: { customConversions: [{ name: 'Purchase', value: 'PURCHASE', is_custom_event: false }] },
    },
  }),

  edit_campaign: declare({
    summary: 'Sets the daily budget of a campaign.',
    description:
      "Campaigns whose budget sits on their ad sets are handled too: the amount is divided among them in proportion. Lifetime budgets are refused. `amount` is in the ad account's currency and may not have more decimals than it.",
    effect: 'write',
    scope: 'spend',
    audit: { event: 'campaign.budget_changed' },
    errors: [
      ...platformErrors,
      ...writeErrors,
      'OBJECT_NOT_FOUND',
      'BUDGET_TOO_LOW',
      'CONCURRENT_CHANGE',
      'TARGET_BUSY',
      'SPEND_LIMIT_EXCEEDED',
      'SPEND_FROZEN',
    ],
    input: z.object({
      userId,
      campaignId: platformId,
      editLevel: z.enum(['BUDGET']).default('BUDGET'),
      amount: z.number().positive().max(1e12).describe("In the ad account's currency."),
      ...writeOptions,
    }),
    results: z.object({}),
    example: { body: { userId: demoUser, campaignId: '120210000000000011', amount: 25 }, results: {} },
  }),

  get_leadform_list: declare({
    ...reads,
    summary: "Lists the lead forms of a user's page.",
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({
      leadForms: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
    }),
    example: {
      body: { userId: demoUser },
      results: { leadForms: [{ id: '700011', name: 'Catering quote', status: 'ACTIVE' }] },
    },
  }),

  get_targeting_locales_lookup: declare({
    ...reads,
    summary: 'Lists the languages that ads can be targeted at.',
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({ locales: z.array(z.object({ name: z.string(), key: z.string() })) }),
    example: { body: { userId: demoUser }, results: { locales: [{ name: 'English (US)', key: '6' }] } },
  }),

  get_pixels_list: declare({
    ...reads,
    summary: "Lists the tracking pixels of a user's ad account.",
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({ pixels: z.array(z.object({ id: z.string(), name: z.string() })) }),
    example: { body: { userId: demoUser }, results: { pixels: [{ id: '330001', name: 'Bakery site' }] } },
  }),

  get_campaigns: declare({
    ...reads,
    summary: "Lists the campaigns of a user's ad account, 100 a page.",
    description:
      'Deleted campaigns are left out unless asked for. Budgets are decimal text in the account currency.',
    errors: [...platformErrors, 'INVALID_CURSOR'],
    input: z.object({
      userId,
      pagination: pagination.default(''),
      status: z.enum(campaignStatuses).optional().describe('Only campaigns of this status.'),
    }),
    results: z.object({
      campaigns: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          objective: z.string(),
          status: z.string(),
          effectiveStatus: z.string(),
          dailyBudget: z.string().describe('Empty when the budget is not a daily one of the campaign.'),
          lifetimeBudget: z.string(),
          currencyCode: z.string(),
          startTime: z.string(),
          stopTime: z.string(),
        }),
      ),
      pagination: pages,
    }),
    example: {
      body: { userId: demoUser },
      results: {
        campaigns: [
          {
            id: '120210000000000011',
            name: 'Spring bread',
            objective: 'OUTCOME_TRAFFIC',
            status: 'ACTIVE',
            effectiveStatus: 'ACTIVE',
            dailyBudget: '15.00',
            lifetimeBudget: '',
            currencyCode: 'EUR',
            startTime: '2025-10-01T08:00:00+0200',
            stopTime: '',
          },
        ],
        pagination: noPages,
      },
    },
  }),

  update_campaign_status: declare({
    summary: 'Starts, pauses or deletes a campaign.',
    effect: 'write',
    scope: 'spend',
    audit: { event: 'campaign.status_changed' },
    errors: [
      ...platformErrors,
      ...writeErrors,
      'OBJECT_NOT_FOUND',
      'CONCURRENT_CHANGE',
      'TARGET_BUSY',
      'SPEND_LIMIT_EXCEEDED',
      'SPEND_FROZEN',
    ],
    input: z.object({ userId, campaignId: platformId, status: z.enum(campaignStatuses), ...writeOptions }),
    results: z.object({}),
    example: { body: { userId: demoUser, campaignId: '120210000000000011', status: 'PAUSED' }, results: {} },
  }),

  upload_video: declare({
    summary: 'Hands a video to the ad account by its URL.',
    description: 'The platform downloads it; social/get_video_info tells how far it has come.',
    effect: 'write',
    scope: 'write',
    audit: { event: 'video.uploaded' },
    errors: [...platformErrors, ...writeErrors],
    input: z.object({
      userId,
      url: webUrl(2048).describe('A public URL of the video.'),
      name: line(255).optional(),
      ...writeOptions,
    }),
    results: z.object({ videoId: z.string() }),
    example: {
      body: { userId: demoUser, url: 'https://media.foxbakery.example/rye.mp4', name: 'Rye day' },
      results: { videoId: '990501' },
    },
  }),
}
