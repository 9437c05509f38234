import { z } from 'zod'
import { withAliases, withValueAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { imageUrl } from '../../imageUrl.ts'
import {
  adText,
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
import { createdCampaign, dateOrderRule } from '../newCampaigns.ts'
import { urlSuffix } from '../urlSuffix.ts'
import {
  conversionCategory,
  geoTarget,
  geoTargetId,
  isPhoneNumberIn,
  keyword,
  languageCode,
  proximity,
  searchAd,
} from './values.ts'

/** Google Ads creates the whole campaign in one request with at most this many operations. */
const maxParts = 10_000

export const create_search_campaign = declareOperation({
  writeEffect: { platform: 'search', scope: 'spend', event: 'campaign.created' },
  summary: 'Creates a search campaign with keywords, ads and assets in one atomic step.',
  description:
    "adrail creates the campaign paused, and then activates it. `TRAFFIC` bids for clicks, and `CONVERSION` for `conversionEvents`. Headlines have at most 30 characters, and descriptions at most 90. `startDate` is in the account's time zone. By calling this operation, you declare that the campaign is not EU political advertising.",
  errors: [
    'REFERENCE_NOT_FOUND',
    'IMAGE_NOT_FETCHABLE',
    'DUPLICATE_CAMPAIGN_NAME',
    'POLICY_VIOLATION',
    'BUDGET_TOO_LOW',
    'CONCURRENT_CHANGE',
  ],
  // 10,000 keywords of 80 characters each, most of them ASCII.
  bodyBytes: 2 * 1024 * 1024,
  input: z.object({
    userId,
    objective: z.enum(['CONVERSION', 'TRAFFIC']),
    campaignName: objectName(255),
    dailyBudget: decimalAmount.describe("In the ad account's currency."),
    startDate: calendarDate,
    endDate: calendarDate.optional(),
    keywords: z.array(keyword).min(1).max(10_000),
    negativeKeywords: z.array(keyword).max(10_000).optional(),
    locations: z
      .array(geoTarget)
      .max(10_000)
      .optional()
      .describe('Required unless `proximityTargeting` is given.'),
    proximityTargeting: z
      .array(proximity)
      .max(500)
      .optional()
      .describe('Required unless `locations` is given.'),
    negativeLocations: z.array(geoTarget).max(10_000).optional(),
    geo_target_type: z.enum(['PRESENCE', 'PRESENCE_OR_INTEREST']).default('PRESENCE'),
    languages: z.array(languageCode).max(100).optional().describe('If empty or absent, all languages apply.'),
    ads: z.array(searchAd).min(1).max(3),
    conversionEvents: z
      .array(conversionCategory)
      .max(50)
      .optional()
      .describe('Required if `objective` is `CONVERSION`. Ignored for `TRAFFIC`.'),
    callouts: z.array(adText(25)).min(1).max(20),
    phoneNumber: line(40).optional().describe('In the local format for `phoneNumberCountryCode`.'),
    phoneNumberCountryCode: countryCode.optional(),
    leadFormAssetId: withAliases(upstreamId.optional(), 'leadFormAssetId', ...leadFormIdFields),
    images: z.array(imageUrl(2048)).max(20).optional(),
    utmParams: urlSuffix.optional(),
    locationGroupId: upstreamId.optional(),
    status: withValueAliases(z.enum(['ENABLED', 'PAUSED']), ['ACTIVE', 'ENABLED'])
      .default('ENABLED')
      .describe('`PAUSED` leaves the new campaign paused.'),
  }),
  rules: [
    {
      description: 'At least one of `locations` and `proximityTargeting` is required and must not be empty.',
      fields: ['locations', 'proximityTargeting'],
      check({ locations, proximityTargeting }, report) {
        if (!locations?.length && !proximityTargeting?.length)
          report('locations', 'REQUIRED', 'is required unless proximityTargeting is given.')
      },
    },
    {
      description: '`conversionEvents` is required and must not be empty if `objective` is `CONVERSION`.',
      fields: ['objective', 'conversionEvents'],
      check({ objective, conversionEvents }, report) {
        if (objective === 'CONVERSION' && !conversionEvents?.length)
          report('conversionEvents', 'REQUIRED', 'is required when objective is CONVERSION.')
      },
    },
    dateOrderRule,
    {
      description:
        '`phoneNumberCountryCode` is required with `phoneNumber`, which must be a valid phone number in that country.',
      fields: ['phoneNumber', 'phoneNumberCountryCode'],
      check({ phoneNumber, phoneNumberCountryCode }, report) {
        if (phoneNumber === undefined) return
        if (phoneNumberCountryCode === undefined)
          report('phoneNumberCountryCode', 'REQUIRED', 'is required when phoneNumber is given.')
        else if (!isPhoneNumberIn(phoneNumberCountryCode, phoneNumber))
          report('phoneNumber', 'MALFORMED', `is not a valid phone number in ${phoneNumberCountryCode}.`)
      },
    },
    {
      description: 'A location cannot be both targeted and excluded.',
      fields: ['locations', 'negativeLocations'],
      check({ locations = [], negativeLocations = [] }, report) {
        const targeted = new Set(locations.map(geoTargetId))
        for (const [index, location] of negativeLocations.entries())
          if (targeted.has(geoTargetId(location)))
            report(`negativeLocations[${index}]`, 'CONFLICT', 'is also targeted in locations.')
      },
    },
    {
      description: `The campaign may have at most ${maxParts} parts in total.`,
      fields: [
        'keywords',
        'negativeKeywords',
        'locations',
        'proximityTargeting',
        'negativeLocations',
        'languages',
        'ads',
        'callouts',
        'phoneNumber',
        'leadFormAssetId',
        'images',
        'locationGroupId',
      ],
      check(body, report) {
        const attachedAssetIds = [body.leadFormAssetId, body.locationGroupId].filter((id) => id !== undefined)
        // Budget, campaign and ad group are three more. Callouts, phone number and images are created first
        // and then attached, so they count twice.
        const parts =
          3 +
          (body.keywords?.length ?? 0) +
          (body.negativeKeywords?.length ?? 0) +
          (body.locations?.length ?? 0) +
          (body.proximityTargeting?.length ?? 0) +
          (body.negativeLocations?.length ?? 0) +
          (body.languages?.length ?? 0) +
          (body.ads?.length ?? 0) +
          2 * (body.callouts?.length ?? 0) +
          2 * (body.images?.length ?? 0) +
          (body.phoneNumber === undefined ? 0 : 2) +
          attachedAssetIds.length
        if (parts > maxParts)
          report(
            'keywords',
            'TOO_MANY',
            `and the other parts are ${parts} in total. The maximum is ${maxParts}.`,
          )
      },
    },
  ],
  results: z.object({
    adGroupResourceName: z.string(),
    campaignResourceName: z.string(),
    ...createdCampaign.shape,
  }),
  example: {
    body: {
      userId: demoUser,
      objective: 'TRAFFIC',
      campaignName: 'Garden chairs, spring',
      dailyBudget: '25.50',
      startDate: '2030-03-01',
      keywords: [
        { text: 'garden chairs', match_type: 'PHRASE' },
        { text: 'oak garden chair', match_type: 'EXACT' },
      ],
      locations: ['2840'],
      languages: ['en'],
      ads: [
        {
          url: 'https://shop.foxgarden.example/chairs',
          headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days'],
          descriptions: [
            'Solid oak, oiled by hand, made for rain and sun.',
            'Try them for thirty days at home.',
          ],
          headlineIndexToPinFirstSlot: 0,
        },
      ],
      callouts: ['Free delivery', '30 days to return'],
    },
    results: {
      adGroupResourceName: 'customers/4823109756/adGroups/171330101425',
      campaignResourceName: 'customers/4823109756/campaigns/21894433288',
      campaignId: '21894433288',
      adGroupId: '171330101425',
      adIds: ['702114433280'],
      additionalMessage: 'Created and activated. It starts on 2030-03-01 and has no end date.',
    },
  },
})
