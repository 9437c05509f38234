import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import {
  calendarDate,
  countryCode,
  decimalAmount,
  leadFormIdFields,
  line,
  objectName,
  upstreamId,
  userId,
} from '../../values.ts'
import { demoUser } from '../demo.ts'
import { createdCampaign, dateOrderRule, newCampaignStatus } from '../newCampaigns.ts'
import { urlSuffix } from '../urlSuffix.ts'
import { socialCampaignRules } from './newCampaign/rules.ts'
import { ages, place, socialAd } from './newCampaign/values.ts'
import { postPermissions } from './values.ts'

const idList = (maxCount: number) => z.array(upstreamId).max(maxCount).optional()

export const create_campaign = declareOperation({
  writeEffect: { platform: 'social', scope: 'spend', event: 'campaign.created' },
  summary: 'Creates a complete campaign on Facebook or Instagram with its audience and ads.',
  description:
    "adrail creates the campaign paused, checks it, and then activates it. If a step fails, adrail rolls back the campaign. `LEADS` counts form submissions or pixel events, and `SALES` counts pixel events. `ENGAGEMENT` shows existing posts. Dates are in the ad account's time zone. Meta may spend up to 175% of `dailyBudget` on one day and 700% in a week.",
  errors: [
    'REFERENCE_NOT_FOUND',
    'IMAGE_NOT_FETCHABLE',
    'VIDEO_NOT_READY',
    'TERMS_NOT_ACCEPTED',
    'SECONDARY_ACCOUNT_MISSING',
    'BUDGET_TOO_LOW',
    'CONCURRENT_CHANGE',
  ],
  permissions: [{ permission: 'pages_manage_ads', part: 'lead forms' }, ...postPermissions],
  input: z.object({
    userId,
    objective: z.enum(['LEADS', 'TRAFFIC', 'ENGAGEMENT', 'SALES']),
    campaignName: objectName(255),
    dailyBudget: decimalAmount.optional().describe("In the ad account's currency."),
    lifetimeBudget: withAliases(
      decimalAmount.optional().describe('Requires `endDate`.'),
      'lifetimeBudget',
      'totalBudget',
    ),
    startDate: calendarDate,
    endDate: calendarDate.optional(),
    platforms: z
      .array(z.enum(['SOCIAL_A', 'SOCIAL_B']))
      .min(1)
      .max(2)
      .optional()
      .describe('If absent, Meta chooses the platforms.'),
    locations: z.array(place).min(1).max(200),
    negativeLocations: z.array(place).max(200).optional(),
    ages: ages.optional().describe('Defaults to ages 18 and older.'),
    gender: z.enum(['ALL', 'FEMALE', 'MALE']).default('ALL'),
    locales: z
      .array(upstreamId)
      .max(50)
      .optional()
      .describe('Keys from social/get_targeting_locales_lookup.'),
    interests: idList(200),
    operatingSystems: z
      .array(line(100))
      .max(20)
      .optional()
      .describe('Names from social/get_targeting_systems_lookup.'),
    devices: z
      .array(line(100))
      .max(100)
      .optional()
      .describe('Names from social/get_targeting_systems_lookup.'),
    audienceIds: withAliases(idList(40), 'audienceIds', 'audiences'),
    excludedAudienceIds: withAliases(idList(40), 'excludedAudienceIds', 'excludedAudiences'),
    audienceExpansion: z
      .boolean()
      .default(false)
      .describe('Whether Meta may reach people outside the audience.'),
    specialAdCategories: z
      .array(z.enum(['HOUSING', 'FINANCIAL_PRODUCTS_SERVICES', 'EMPLOYMENT']))
      .max(3)
      .default([]),
    specialAdCountries: z.array(countryCode).max(250).default([]),
    leadFormId: withAliases(
      upstreamId.optional().describe('An active form from social/get_leadform_list.'),
      ...leadFormIdFields,
    ),
    pixelId: upstreamId.optional().describe('A pixel from social/get_pixels_list.'),
    conversionEvent: line(255)
      .optional()
      .describe('A `value` from social/get_custom_conversions. Required with `pixelId`.'),
    ads: z.array(socialAd).min(1).max(10),
    utmParams: urlSuffix.optional(),
    advertiser: z
      .object({ beneficiary: line(512), payer: line(512) })
      .optional()
      .describe('Required in the EU, unless the ad account has a default.'),
    status: newCampaignStatus,
  }),
  rules: [dateOrderRule, ...socialCampaignRules],
  results: createdCampaign,
  example: {
    body: {
      userId: demoUser,
      objective: 'TRAFFIC',
      campaignName: 'Rye week',
      dailyBudget: '15.00',
      startDate: '2030-03-01',
      locations: [{ key: '2000037', type: 'city', radius: 20, radius_unit: 'KILOMETERS' }],
      interests: ['6003139266461'],
      ads: [
        {
          imageId: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
          primaryText: 'Fresh rye, out of the oven at seven.',
          headline: 'Rye bread, baked here',
          url: 'https://www.foxbakery.example/rye',
        },
      ],
      advertiser: { beneficiary: 'Fox Bakery GmbH', payer: 'Fox Bakery GmbH' },
    },
    results: {
      campaignId: '120250000000000010',
      adGroupId: '120250100000000010',
      adIds: ['120250200000000010'],
      additionalMessage: 'Created and activated. It starts on 2030-03-01 and has no end date.',
    },
  },
})
