// Rules of a new campaign on LinkedIn that concern more than one field.

import type { z } from 'zod'
import type { Rule } from '../../../operation.ts'
import { findDuplicates } from '../../../values.ts'
import { workFacets } from '../values.ts'
import type { proAd } from './values.ts'

type IdList = readonly string[] | undefined

/** The fields that the rules read. */
interface NewCampaign extends Partial<Record<(typeof workFacets)[number], IdList>> {
  readonly objective: 'LEADS' | 'TRAFFIC' | 'ENGAGEMENT' | 'CONVERSIONS' | 'AWARENESS' | 'VIDEO_VIEWS'
  readonly campaignName: string
  readonly dailyBudget?: string | undefined
  readonly totalBudget?: string | undefined
  readonly endDate?: string | undefined
  readonly locations: readonly string[]
  readonly negativeLocations?: IdList
  readonly audiences?: readonly number[] | undefined
  readonly excludedAudiences?: readonly number[] | undefined
  readonly leadFormId?: string | undefined
  readonly conversionIds?: IdList
  readonly ads: readonly z.output<typeof proAd>[]
  readonly utmParams?: string | undefined
}

const budgetRule: Rule<NewCampaign> = {
  description:
    'At least one of `dailyBudget` and `totalBudget` is required. `totalBudget` requires `endDate`.',
  fields: ['dailyBudget', 'totalBudget', 'endDate'],
  check({ dailyBudget, totalBudget, endDate }, report) {
    if (dailyBudget === undefined && totalBudget === undefined)
      report('dailyBudget', 'REQUIRED', 'is required unless totalBudget is given.')
    if (totalBudget !== undefined && endDate === undefined)
      report('endDate', 'REQUIRED', 'is required with totalBudget, which is spread until then.')
  },
}

const listFields = [
  'locations',
  'negativeLocations',
  'audiences',
  'excludedAudiences',
  ...workFacets,
  'conversionIds',
] as const

const uniqueTargetsRule: Rule<NewCampaign> = {
  description: 'Each targeting value must occur only once, and must not be both targeted and excluded.',
  fields: listFields,
  check(body, report) {
    const listIds = (field: (typeof listFields)[number]) => (body[field] ?? []).map(String)
    for (const field of listFields)
      for (const index of findDuplicates(listIds(field)))
        report(`${field}[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
    for (const [included, excluded] of [
      ['locations', 'negativeLocations'],
      ['audiences', 'excludedAudiences'],
    ] as const) {
      const targeted = new Set(listIds(included))
      for (const [index, name] of listIds(excluded).entries())
        if (targeted.has(name))
          report(`${excluded}[${index}]`, 'CONFLICT', `is also targeted in ${included}.`)
    }
  },
}

/** Source: https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria */
const exclusiveFacets = [
  ['titles', 'jobFunctions'],
  ['titles', 'seniorities'],
  ['companies', 'industries'],
  ['companies', 'companySizes'],
] as const

const facetRule: Rule<NewCampaign> = {
  description:
    '`titles` cannot be combined with `jobFunctions` or `seniorities`. `companies` cannot be combined with `industries` or `companySizes`.',
  fields: ['titles', 'jobFunctions', 'seniorities', 'companies', 'industries', 'companySizes'],
  check(body, report) {
    for (const [first, second] of exclusiveFacets)
      if (body[first]?.length && body[second]?.length)
        report(second, 'CONFLICT', `cannot be combined with ${first} on LinkedIn.`)
  },
}

const objectiveRule: Rule<NewCampaign> = {
  description:
    'The objective `LEADS` requires `leadFormId`, and `CONVERSIONS` requires `conversionIds`. Other objectives accept neither field.',
  fields: ['objective', 'leadFormId', 'conversionIds'],
  check({ objective, leadFormId, conversionIds }, report) {
    if (objective === 'LEADS' && leadFormId === undefined)
      report('leadFormId', 'REQUIRED', 'is required when objective is LEADS.')
    if (objective !== 'LEADS' && leadFormId !== undefined)
      report('leadFormId', 'CONFLICT', `is not allowed with the objective ${objective}.`)
    if (objective === 'CONVERSIONS' && !conversionIds?.length)
      report('conversionIds', 'REQUIRED', 'is required when objective is CONVERSIONS.')
    if (objective !== 'CONVERSIONS' && conversionIds?.length)
      report('conversionIds', 'CONFLICT', `is not allowed with the objective ${objective}.`)
  },
}

const adRule: Rule<NewCampaign> = {
  description:
    'New ads require a `url` if the objective is `TRAFFIC` or `CONVERSIONS`, or if they have a button. Either all ads must show images, or all ads must show videos. The objective `VIDEO_VIEWS` allows only videos. Each `name` must be unique.',
  fields: ['objective', 'campaignName', 'ads'],
  check({ objective = 'ENGAGEMENT', campaignName = '', ads = [] }, report) {
    const needsUrl = objective === 'TRAFFIC' || objective === 'CONVERSIONS'
    const showsVideos = objective === 'VIDEO_VIEWS' || ads.some(({ videoId }) => videoId !== undefined)
    for (const [index, { postId, url, imageUrl, callToAction }] of ads.entries()) {
      const adPath = `ads[${index}]`
      if (imageUrl !== undefined && showsVideos)
        report(`${adPath}.imageUrl`, 'CONFLICT', 'is an image, and the ads of this campaign are videos.')
      if (objective === 'LEADS') continue
      if (needsUrl && postId === undefined && url === undefined)
        report(`${adPath}.url`, 'REQUIRED', `is required when objective is ${objective}.`)
      else if (callToAction !== undefined && url === undefined)
        report(`${adPath}.url`, 'REQUIRED', 'is required with callToAction, because a button needs a target.')
    }
    const names = ads.map(({ name }, index) => name ?? `${campaignName} ${index + 1}`)
    for (const index of findDuplicates(names))
      report(`ads[${index}].name`, 'DUPLICATE', 'repeats the name of an earlier ad. Names must differ.')
  },
}

const utmRule: Rule<NewCampaign> = {
  description:
    'adrail adds `utmParams` to the `url` of each ad, so at least one ad must have a `url`. Existing posts stay unchanged.',
  fields: ['ads', 'utmParams'],
  check({ ads = [], utmParams }, report) {
    if (utmParams !== undefined && ads.every(({ url }) => url === undefined))
      report('utmParams', 'CONFLICT', 'cannot be used, because no ad has a url.')
  },
}

export const proCampaignRules: readonly Rule<NewCampaign>[] = [
  budgetRule,
  uniqueTargetsRule,
  facetRule,
  objectiveRule,
  adRule,
  utmRule,
]
