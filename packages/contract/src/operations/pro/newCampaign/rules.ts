// Rules of a new campaign on LinkedIn that concern more than one field.

import type { z } from 'zod'
import type { Rule } from '../../../operation.ts'
import { repeats } from '../../../values.ts'
import { workFacets } from '../values.ts'
import type { proAd } from './values.ts'

type Ids = readonly string[] | undefined

/** The fields that the rules read. */
interface NewCampaign extends Partial<Record<(typeof workFacets)[number], Ids>> {
  readonly objective: 'LEADS' | 'TRAFFIC' | 'ENGAGEMENT' | 'CONVERSIONS' | 'AWARENESS' | 'VIDEO_VIEWS'
  readonly campaignName: string
  readonly dailyBudget?: string | undefined
  readonly totalBudget?: string | undefined
  readonly endDate?: string | undefined
  readonly locations: readonly string[]
  readonly negativeLocations?: Ids
  readonly audiences?: readonly number[] | undefined
  readonly excludedAudiences?: readonly number[] | undefined
  readonly leadFormId?: string | undefined
  readonly conversionIds?: Ids
  readonly ads: readonly z.output<typeof proAd>[]
  readonly utmParams?: string | undefined
}

const budget: Rule<NewCampaign> = {
  says: 'At least one of `dailyBudget` and `totalBudget` is given; `totalBudget` needs `endDate`.',
  over: ['dailyBudget', 'totalBudget', 'endDate'],
  check({ dailyBudget, totalBudget, endDate }, report) {
    if (dailyBudget === undefined && totalBudget === undefined)
      report('dailyBudget', 'REQUIRED', 'is required unless totalBudget is given.')
    if (totalBudget !== undefined && endDate === undefined)
      report('endDate', 'REQUIRED', 'is required with totalBudget, which is spread until then.')
  },
}

const lists = [
  'locations',
  'negativeLocations',
  'audiences',
  'excludedAudiences',
  ...workFacets,
  'conversionIds',
] as const

const eachOnce: Rule<NewCampaign> = {
  says: 'Nothing is named twice, nor both targeted and excluded.',
  over: lists,
  check(body, report) {
    const named = (member: (typeof lists)[number]) => (body[member] ?? []).map(String)
    for (const member of lists)
      for (const index of repeats(named(member)))
        report(`${member}[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
    for (const [included, excluded] of [
      ['locations', 'negativeLocations'],
      ['audiences', 'excludedAudiences'],
    ] as const) {
      const targeted = new Set(named(included))
      for (const [index, name] of named(excluded).entries())
        if (targeted.has(name))
          report(`${excluded}[${index}]`, 'CONFLICT', `is targeted in ${included} as well.`)
    }
  },
}

/** Source: https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria */
const clashes = [
  ['titles', 'jobFunctions'],
  ['titles', 'seniorities'],
  ['companies', 'industries'],
  ['companies', 'companySizes'],
] as const

const compatible: Rule<NewCampaign> = {
  says: '`titles` go with neither `jobFunctions` nor `seniorities`, `companies` with neither `industries` nor `companySizes`.',
  over: ['titles', 'jobFunctions', 'seniorities', 'companies', 'industries', 'companySizes'],
  check(body, report) {
    for (const [one, other] of clashes)
      if (body[one]?.length && body[other]?.length)
        report(other, 'CONFLICT', `does not go with ${one}: the platform does not combine them.`)
  },
}

const goal: Rule<NewCampaign> = {
  says: '`LEADS` needs `leadFormId`, `CONVERSIONS` needs `conversionIds`; the others take neither.',
  over: ['objective', 'leadFormId', 'conversionIds'],
  check({ objective, leadFormId, conversionIds }, report) {
    if (objective === 'LEADS' && leadFormId === undefined)
      report('leadFormId', 'REQUIRED', 'is required when objective is LEADS.')
    if (objective !== 'LEADS' && leadFormId !== undefined)
      report('leadFormId', 'CONFLICT', `does not go with the objective ${objective}.`)
    if (objective === 'CONVERSIONS' && !conversionIds?.length)
      report('conversionIds', 'REQUIRED', 'is required when objective is CONVERSIONS.')
    if (objective !== 'CONVERSIONS' && conversionIds?.length)
      report('conversionIds', 'CONFLICT', `does not go with the objective ${objective}.`)
  },
}

const fittingAds: Rule<NewCampaign> = {
  says: 'New ads have a `url` where the objective is `TRAFFIC` or `CONVERSIONS`, a button needs one; all show images or all show videos, `VIDEO_VIEWS` only videos; no two have one `name`.',
  over: ['objective', 'campaignName', 'ads'],
  check({ objective = 'ENGAGEMENT', campaignName = '', ads = [] }, report) {
    const needsUrl = objective === 'TRAFFIC' || objective === 'CONVERSIONS'
    const showsVideos = objective === 'VIDEO_VIEWS' || ads.some(({ videoId }) => videoId !== undefined)
    for (const [index, { postId, url, imageUrl, callToAction }] of ads.entries()) {
      const at = `ads[${index}]`
      if (imageUrl !== undefined && showsVideos)
        report(`${at}.imageUrl`, 'CONFLICT', 'is an image, and the ads of this campaign are videos.')
      if (objective === 'LEADS') continue
      if (needsUrl && postId === undefined && url === undefined)
        report(`${at}.url`, 'REQUIRED', `is required when objective is ${objective}.`)
      else if (callToAction !== undefined && url === undefined)
        report(`${at}.url`, 'REQUIRED', 'is required with callToAction: a button needs a target.')
    }
    const names = ads.map(({ name }, index) => name ?? `${campaignName} ${index + 1}`)
    for (const index of repeats(names))
      report(`ads[${index}].name`, 'DUPLICATE', 'repeats that of an earlier ad; names must differ.')
  },
}

const addedParameters: Rule<NewCampaign> = {
  says: '`utmParams` is added to the `url` of ads, and needs one that has it: posts are shown as they are.',
  over: ['ads', 'utmParams'],
  check({ ads = [], utmParams }, report) {
    if (utmParams !== undefined && ads.every(({ url }) => url === undefined))
      report('utmParams', 'CONFLICT', 'does not go with these ads: none has a url that it can be added to.')
  },
}

export const campaignRules: readonly Rule<NewCampaign>[] = [
  budget,
  eachOnce,
  compatible,
  goal,
  fittingAds,
  addedParameters,
]
