import type { OperationCase } from '../operations.ts'

const body = {
  userId: 'usr_demo_all',
  objective: 'TRAFFIC',
  campaignName: 'Garden chairs, spring',
  dailyBudget: '25.50',
  startDate: '2030-03-01',
  endDate: '2030-02-28',
  keywords: Array.from({ length: 16 }, (_, index) => ({
    text: `oak garden chair ${index}`,
    match_type: index % 2 === 0 ? 'PHRASE' : 'EXACT',
  })),
  negativeKeywords: [{ text: 'used', match_type: 'BROAD' }],
  locations: ['2840', '2276'],
  languages: ['en', 'de'],
  ads: [
    {
      url: 'https://shop.foxgarden.example/chairs',
      headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days', 'Oiled by hand'],
      descriptions: ['Solid oak, oiled by hand, made for rain and sun.', 'Try them for thirty days at home.'],
      headlineIndexToPinFirstSlot: 0,
    },
    {
      url: 'https://shop.foxgarden.example/benches',
      headlines: ['Oak garden benches', 'Room for the family', 'Repaired for life', 'From our own workshop'],
      descriptions: [
        'A bench for four, in one piece.',
        'We repair what we made, for as long as you sit on it.',
      ],
    },
  ],
  callouts: ['Free delivery', '30 days to return', 'Made in the valley'],
  utmParams: 'utm_source=search&utm_campaign=chairs',
}
type Body = typeof body

/**
 * Measures validation only: every field is valid, and the last rules find that the end date precedes the
 * start date, so that nothing is written. The proxies do not validate and call their upstream.
 */
export const operationCase: OperationCase = {
  title: 'Create body of 2 kB',
  operation: 'search/create_search_campaign',
  body,
  expectedStatus: 400,
  upstreamResponse: {
    mutateOperationResponses: [
      { campaignResult: { resourceName: 'customers/4823109756/campaigns/21000000001' } },
      { adGroupResult: { resourceName: 'customers/4823109756/adGroups/155000000001' } },
    ],
  },
  toUpstream(input) {
    const {
      campaignName,
      dailyBudget,
      startDate,
      keywords,
      negativeKeywords,
      locations,
      ads,
      callouts,
      utmParams,
    } = input as Body
    const campaign = 'customers/4823109756/campaigns/-2'
    const adGroup = 'customers/4823109756/adGroups/-3'
    return {
      mutateOperations: [
        {
          campaignBudgetOperation: {
            create: { amountMicros: String(Math.round(Number(dailyBudget) * 1e6)) },
          },
        },
        { campaignOperation: { create: { name: campaignName, startDate, finalUrlSuffix: utmParams } } },
        { adGroupOperation: { create: { campaign, name: campaignName } } },
        ...locations.map((id) => ({
          campaignCriterionOperation: {
            create: { campaign, location: { geoTargetConstant: `geoTargetConstants/${id}` } },
          },
        })),
        ...[...keywords, ...negativeKeywords].map(({ text, match_type }) => ({
          adGroupCriterionOperation: { create: { adGroup, keyword: { text, matchType: match_type } } },
        })),
        ...ads.map(({ url, headlines, descriptions }) => ({
          adGroupAdOperation: {
            create: {
              adGroup,
              ad: {
                finalUrls: [url],
                responsiveSearchAd: {
                  headlines: headlines.map((text) => ({ text })),
                  descriptions: descriptions.map((text) => ({ text })),
                },
              },
            },
          },
        })),
        ...callouts.map((calloutText) => ({ assetOperation: { create: { calloutAsset: { calloutText } } } })),
      ],
    }
  },
  fromUpstream(response) {
    const { mutateOperationResponses } = response as {
      mutateOperationResponses: {
        campaignResult?: { resourceName: string }
        adGroupResult?: { resourceName: string }
      }[]
    }
    return {
      success: true,
      requestId: 'req_01kepx5y0052m3qcssrjq5ehr7',
      results: {
        success: true,
        error: '',
        campaignResourceName: mutateOperationResponses.find((entry) => entry.campaignResult)?.campaignResult
          ?.resourceName,
        adGroupResourceName: mutateOperationResponses.find((entry) => entry.adGroupResult)?.adGroupResult
          ?.resourceName,
      },
    }
  },
  goals: [
    { measure: 'CPU / proxy-map', max: 1.45 },
    { measure: 'RSS', max: 260 },
  ],
}
