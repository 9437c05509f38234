import { z } from 'zod'
import { withAliases, withValueAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import {
  calendarDate,
  decimalAmount,
  leadFormIdFields,
  upstreamId,
  userId,
  violationParams,
} from '../../values.ts'
import { demoUser } from '../demo.ts'
import { createdCampaign, dateOrderRule, newCampaignStatus } from '../newCampaigns.ts'
import { urlSuffix } from '../urlSuffix.ts'
import { proCampaignRules } from './newCampaign/rules.ts'
import { proAd } from './newCampaign/values.ts'
import { companySize, language, proName } from './values.ts'

const idList = z.array(upstreamId).max(100).optional()
const audienceIds = z.array(z.int().positive()).max(100).optional()

export const create_campaign = declareOperation({
  writeEffect: { platform: 'pro', scope: 'spend', event: 'campaign.created' },
  summary: 'Creates a complete LinkedIn campaign with its audience and ads.',
  description:
    'adrail creates the campaign paused, checks it, and then activates it. If a step fails, adrail rolls back the campaign. For places, jobs and companies, use ids from pro/search_targeting. Dates are in UTC. LinkedIn may spend up to 150% of `dailyBudget` on one day.',
  errors: [
    'REFERENCE_NOT_FOUND',
    'IMAGE_NOT_FETCHABLE',
    'VIDEO_NOT_READY',
    'ORGANIZATION_MISSING',
    'AUDIENCE_TOO_SMALL',
    'BUDGET_TOO_LOW',
    'CONCURRENT_CHANGE',
  ],
  permissions: [
    // Reading posts and creating posts are separate permissions.
    // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#permissions,
    // ComposioHQ/composio#4138
    { permission: 'r_organization_social', part: 'ads that show an existing post (`postId`)' },
    { permission: 'w_organization_social', part: 'ads that show a new post' },
  ],
  input: z.object({
    userId,
    objective: withValueAliases(
      z.enum(['LEADS', 'TRAFFIC', 'ENGAGEMENT', 'CONVERSIONS', 'AWARENESS', 'VIDEO_VIEWS']),
      ['CONVERSIONS', 'CONVERSION'],
    ),
    campaignName: proName,
    dailyBudget: decimalAmount.optional().describe("In the ad account's currency."),
    totalBudget: withAliases(
      decimalAmount.optional().describe('Requires `endDate`.'),
      'lifetimeBudget',
      'totalBudget',
    ),
    startDate: calendarDate,
    endDate: calendarDate.optional(),
    locations: z.array(upstreamId).min(1).max(100),
    negativeLocations: idList,
    language: language.default('en_US'),
    audiences: withAliases(
      audienceIds.describe('Ids from pro/get_audiences_list.'),
      'audienceIds',
      'audiences',
    ),
    excludedAudiences: withAliases(audienceIds, 'excludedAudienceIds', 'excludedAudiences'),
    jobFunctions: idList,
    seniorities: idList,
    titles: idList,
    skills: idList,
    industries: idList,
    companySizes: z.array(companySize).max(20).optional(),
    companies: idList,
    audienceExpansion: z.boolean().default(false).describe('Whether ads also reach similar members.'),
    audienceNetwork: z.boolean().default(false).describe('Whether ads also appear on partner sites.'),
    bid: decimalAmount.optional().describe('If absent, LinkedIn bids automatically.'),
    leadFormId: withAliases(
      upstreamId.optional().describe('A published form from pro/get_lead_forms.'),
      ...leadFormIdFields,
    ),
    conversionIds: idList.describe('Ids from pro/get_conversions.'),
    ads: z.array(proAd).min(1).max(15),
    notPoliticalAdvertising: z
      .boolean()
      .refine(
        (value) => value,
        violationParams(
          'NOT_ALLOWED',
          'must be set to true, because LinkedIn does not allow political advertising.',
        ),
      )
      .describe('Declares that the campaign is not political advertising.'),
    utmParams: urlSuffix.optional(),
    status: newCampaignStatus,
  }),
  rules: [dateOrderRule, ...proCampaignRules],
  results: createdCampaign.extend({
    campaignName: z
      .string()
      .describe(
        'Final name of the campaign: the requested `campaignName`, truncated to 85 characters, followed by ` · ` and 8 characters that adrail uses to identify the campaign.',
      ),
  }),
  example: {
    body: {
      userId: demoUser,
      objective: 'ENGAGEMENT',
      campaignName: 'Boxwood for landscapers',
      dailyBudget: '40.00',
      startDate: '2030-03-01',
      locations: ['103644278'],
      seniorities: ['6', '7'],
      ads: [{ postId: 'urn:li:share:7180100001' }],
      notPoliticalAdvertising: true,
    },
    results: {
      campaignId: '640900001',
      campaignName: 'Boxwood for landscapers · 1f6c20ab',
      adGroupId: '361900001',
      adIds: ['295900001'],
      additionalMessage:
        'Created and activated. It starts on 2030-03-01 and has no end date. LinkedIn shows the campaign as "Boxwood for landscapers · 1f6c20ab".',
    },
  },
})
