// Rules of a new social campaign that concern more than one field.

import type { z } from 'zod'
import type { Rule } from '../../../operation.ts'
import { findDuplicates } from '../../../values.ts'
import { conversionEvents, findStandardEvent, standardEvents } from './conversionEvents.ts'
import { type ages, type place, type socialAd, toPlaceKey } from './values.ts'

/** The fields that the rules read. */
interface NewCampaign {
  readonly objective: 'LEADS' | 'TRAFFIC' | 'ENGAGEMENT' | 'SALES'
  readonly campaignName: string
  readonly dailyBudget?: string | undefined
  readonly lifetimeBudget?: string | undefined
  readonly endDate?: string | undefined
  readonly locations: readonly z.output<typeof place>[]
  readonly negativeLocations?: readonly z.output<typeof place>[] | undefined
  readonly ages?: z.output<typeof ages> | undefined
  readonly gender: 'ALL' | 'FEMALE' | 'MALE'
  readonly interests?: readonly string[] | undefined
  readonly audienceIds?: readonly string[] | undefined
  readonly excludedAudienceIds?: readonly string[] | undefined
  readonly audienceExpansion: boolean
  readonly specialAdCategories: readonly string[]
  readonly specialAdCountries: readonly string[]
  readonly leadFormId?: string | undefined
  readonly pixelId?: string | undefined
  readonly conversionEvent?: string | undefined
  readonly ads: readonly z.output<typeof socialAd>[]
}

const budgetRule: Rule<NewCampaign> = {
  description:
    'Exactly one of `dailyBudget` and `lifetimeBudget` is required. `lifetimeBudget` requires `endDate`.',
  fields: ['dailyBudget', 'lifetimeBudget', 'endDate'],
  check({ dailyBudget, lifetimeBudget, endDate }, report) {
    if (dailyBudget === undefined && lifetimeBudget === undefined)
      report('dailyBudget', 'REQUIRED', 'is required unless lifetimeBudget is given.')
    if (dailyBudget !== undefined && lifetimeBudget !== undefined)
      report('lifetimeBudget', 'CONFLICT', 'cannot be combined with dailyBudget. Send one of them.')
    if (lifetimeBudget !== undefined && endDate === undefined)
      report('endDate', 'REQUIRED', 'is required with lifetimeBudget, which is spread until then.')
  },
}

const uniqueTargetsRule: Rule<NewCampaign> = {
  description:
    'Each place, interest and audience must occur only once, and must not be both targeted and excluded.',
  fields: ['locations', 'negativeLocations', 'interests', 'audienceIds', 'excludedAudienceIds'],
  check(body, report) {
    const targets = {
      locations: (body.locations ?? []).map(toPlaceKey),
      negativeLocations: (body.negativeLocations ?? []).map(toPlaceKey),
      interests: body.interests ?? [],
      audienceIds: body.audienceIds ?? [],
      excludedAudienceIds: body.excludedAudienceIds ?? [],
    }
    for (const [field, names] of Object.entries(targets))
      for (const index of findDuplicates(names))
        report(`${field}[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
    for (const [included, excluded] of [
      ['locations', 'negativeLocations'],
      ['audienceIds', 'excludedAudienceIds'],
    ] as const)
      for (const [index, name] of targets[excluded].entries())
        if (targets[included].includes(name))
          report(`${excluded}[${index}]`, 'CONFLICT', `is also targeted in ${included}.`)
  },
}

const audienceExpansionRule: Rule<NewCampaign> = {
  description: 'With `audienceExpansion`, Meta accepts `ages` only if `min` is at most 25 and `max` is 65.',
  fields: ['audienceExpansion', 'ages'],
  check({ audienceExpansion, ages }, report) {
    if (audienceExpansion !== true || ages === undefined) return
    if (ages.min > 25) report('ages.min', 'OUT_OF_RANGE', 'must be at most 25 with audienceExpansion.')
    if (ages.max < 65) report('ages.max', 'OUT_OF_RANGE', 'must be 65 with audienceExpansion.')
  },
}

const specialAdCategoryRule: Rule<NewCampaign> = {
  description:
    '`specialAdCategories` and `specialAdCountries` require each other. Ads in special categories cannot target ages, genders or postal codes.',
  fields: ['specialAdCategories', 'specialAdCountries', 'ages', 'gender', 'locations'],
  check({ specialAdCategories = [], specialAdCountries = [], ages, gender, locations = [] }, report) {
    const hasSpecialCategory = specialAdCategories.length > 0
    if (hasSpecialCategory && specialAdCountries.length === 0)
      report('specialAdCountries', 'REQUIRED', 'is required with specialAdCategories.')
    if (!hasSpecialCategory && specialAdCountries.length > 0)
      report('specialAdCategories', 'REQUIRED', 'is required with specialAdCountries.')
    if (!hasSpecialCategory) return
    const refuse = (field: string) =>
      report(field, 'CONFLICT', 'cannot be targeted in ads of a special category, by law.')
    if (ages !== undefined && (ages.min !== 18 || ages.max !== 65)) refuse('ages')
    if (gender !== undefined && gender !== 'ALL') refuse('gender')
    for (const [index, { type }] of locations.entries()) if (type === 'zip') refuse(`locations[${index}]`)
  },
}

const objectiveRule: Rule<NewCampaign> = {
  description:
    'The objective `LEADS` requires either `leadFormId` or `pixelId`, and `SALES` requires `pixelId`. Other objectives accept neither field. `conversionEvent` is required with `pixelId` and must fit the objective. Write standard events in capital letters.',
  fields: ['objective', 'leadFormId', 'pixelId', 'conversionEvent'],
  check({ objective = 'TRAFFIC', leadFormId, pixelId, conversionEvent }, report) {
    const countsConversions = objective === 'SALES' || objective === 'LEADS'
    if (leadFormId !== undefined && objective !== 'LEADS')
      report('leadFormId', 'CONFLICT', `is not allowed with the objective ${objective}.`)
    if (pixelId !== undefined && !countsConversions)
      report('pixelId', 'CONFLICT', `is not allowed with the objective ${objective}.`)
    if (leadFormId !== undefined && pixelId !== undefined)
      report('pixelId', 'CONFLICT', 'cannot be combined with leadFormId. Leads are counted in one place.')
    if (objective === 'SALES' && pixelId === undefined)
      report('pixelId', 'REQUIRED', 'is required when objective is SALES.')
    if (objective === 'LEADS' && pixelId === undefined && leadFormId === undefined)
      report('leadFormId', 'REQUIRED', 'is required when objective is LEADS, unless pixelId is given.')
    if (pixelId !== undefined && conversionEvent === undefined)
      report(
        'conversionEvent',
        'REQUIRED',
        'is required with pixelId. social/get_custom_conversions lists the values.',
      )
    if (conversionEvent === undefined) return
    const standardEvent = findStandardEvent(conversionEvent, 0)
    if (pixelId === undefined) report('conversionEvent', 'CONFLICT', 'needs a pixelId.')
    else if (standardEvent !== undefined)
      report('conversionEvent', 'NOT_ALLOWED', `must be ${standardEvent}, the standard event of that name.`)
    else if (countsConversions && !canCount(objective, conversionEvent))
      report(
        'conversionEvent',
        'NOT_ALLOWED',
        `must be one of ${conversionEvents[objective].join(', ')} for ${objective}, a custom conversion, or a custom event.`,
      )
  },
}

function canCount(objective: 'SALES' | 'LEADS', event: string): boolean {
  return !standardEvents.includes(event) || conversionEvents[objective].includes(event)
}

const adRule: Rule<NewCampaign> = {
  description:
    '`ENGAGEMENT` campaigns accept only existing posts, and campaigns with `leadFormId` do not accept posts. All other ads require a `url`. Each `name` must be unique.',
  fields: ['objective', 'campaignName', 'leadFormId', 'ads'],
  check({ objective, campaignName = '', leadFormId, ads = [] }, report) {
    for (const [index, { postId, url, callToAction }] of ads.entries()) {
      const adPath = `ads[${index}]`
      if (objective === 'ENGAGEMENT' && postId === undefined)
        report(`${adPath}.postId`, 'REQUIRED', 'is required when objective is ENGAGEMENT.')
      if (leadFormId !== undefined && postId !== undefined)
        report(
          `${adPath}.postId`,
          'CONFLICT',
          'cannot be combined with leadFormId, because a post cannot open a form.',
        )
      if (leadFormId !== undefined && callToAction === 'NO_BUTTON')
        report(`${adPath}.callToAction`, 'CONFLICT', 'must be a button, which opens the lead form.')
      if (objective !== 'ENGAGEMENT' && leadFormId === undefined && postId === undefined && url === undefined)
        report(`${adPath}.url`, 'REQUIRED', 'is required as the landing page of the ad.')
    }
    const names = ads.map(({ name }, index) => name ?? `${campaignName} ${index + 1}`)
    for (const index of findDuplicates(names))
      report(`ads[${index}].name`, 'DUPLICATE', 'repeats the name of an earlier ad. Names must differ.')
  },
}

export const socialCampaignRules: readonly Rule<NewCampaign>[] = [
  budgetRule,
  uniqueTargetsRule,
  audienceExpansionRule,
  specialAdCategoryRule,
  objectiveRule,
  adRule,
]
