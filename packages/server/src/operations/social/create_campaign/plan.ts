// From a request for a campaign to its blueprint: one request to the platform, then every reference checked.

import type { Body, Violation } from '@adrail/contract'
import { invalidBody, ServiceError } from '../../../base/errors.ts'
import { type Decimal, decimalText, inUnits, parseDecimal, zero } from '../../../base/money.ts'
import { dayIn, momentIn } from '../../../base/zoneTimes.ts'
import { imageRefused, noImage } from '../../../platforms/kit/images.ts'
import { NotFetched } from '../../../platforms/kit/publicFetch.ts'
import type { References } from '../../../platforms/social/campaignReferences.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { decimalsOf } from '../../../platforms/social/currency.ts'
import { refused } from '../campaign.ts'
import { pixelEventsSince } from '../standardEvents.ts'
import { adDraft, hashIn } from './adParts.ts'
import { aimOf, isCustomConversion } from './aim.ts'
import { keysByKind, targetingOf } from './audience.ts'
import type { Blueprint, Image } from './blueprint.ts'
import { boostWarnings } from './boostEligibility.ts'
import { type Catalogues, requireUsable } from './checks.ts'
import { eventWarnings } from './pixelEvents.ts'

type Request = Body<'social/create_campaign'>

export interface Planned {
  readonly planned: Blueprint
  readonly images: readonly Image[]
  readonly budget: Budget
  readonly warnings: readonly string[]
}

export interface Budget {
  readonly member: 'dailyBudget' | 'lifetimeBudget'
  readonly amount: Decimal
  readonly currencyCode: string
}

export async function planCampaign(body: Request, connector: SocialConnector, now: number): Promise<Planned> {
  requirePlainTexts(body)
  const [facts, catalogues, images] = await Promise.all([
    connector.creation.references(askedOf(body, now)),
    cataloguesOf(body, connector),
    fetchImages(body, connector),
  ])
  const budget = budgetOf(body, facts)
  requireStart(body, facts, now)
  requireUsable(body, facts, catalogues, connector)
  const { selection } = connector
  const aim = aimOf(body, selection.page.id)
  const digests = new Map(images.map(({ url, sha256 }) => [url, sha256]))
  const name = body.campaignName
  const planned: Blueprint = {
    name,
    campaign: {
      params: {
        name,
        objective: aim.objective,
        status: 'PAUSED',
        buying_type: 'AUCTION',
        special_ad_categories: body.specialAdCategories,
        ...(body.specialAdCountries.length > 0
          ? { special_ad_category_country: body.specialAdCountries }
          : {}),
        [budget.member === 'dailyBudget' ? 'daily_budget' : 'lifetime_budget']: String(budget.amount.units),
        // A total is spread over the time that the campaign itself has.
        ...(budget.member === 'lifetimeBudget'
          ? { ...startOf(body, facts, now), stop_time: endOf(body, facts) }
          : {}),
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      },
      names: campaignNames,
    },
    adSet: {
      params: {
        name,
        status: 'ACTIVE',
        optimization_goal: aim.goal,
        billing_event: 'IMPRESSIONS',
        destination_type: aim.destination,
        ...(aim.promoted === undefined ? {} : { promoted_object: aim.promoted }),
        ...timesOf(body, facts, now),
        targeting: targetingOf(body),
        ...advertiserOf(body),
      },
      names: { ...adSetNames, promoted_object: aim.promotedBy },
    },
    ads: body.ads.map((ad, index) => adDraft(ad, index, { body, aim, selection, facts, digests })),
  }
  const warnings = [...eventWarnings(body, facts), ...boostWarnings(body, facts)]
  return { planned, images: distinct(images), budget, warnings }
}

/**
 * Parts of a batch refer to each other by such text, wherever it stands: a caller's must not.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
function requirePlainTexts(body: Request): void {
  const flaws: Violation[] = []
  const look = (value: unknown, field: string): void => {
    if (typeof value === 'string' && value.includes('{result='))
      flaws.push({
        field,
        code: 'MALFORMED',
        message: `${field} must not hold "{result=", which the platform would replace.`,
      })
    else if (Array.isArray(value))
      for (const [index, entry] of value.entries()) look(entry, `${field}[${index}]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value))
        look(member, field === '' ? name : `${field}.${name}`)
  }
  look(body, '')
  if (flaws.length > 0) throw invalidBody(flaws)
}

const campaignNames = {
  name: 'campaignName',
  objective: 'objective',
  daily_budget: 'dailyBudget',
  lifetime_budget: 'lifetimeBudget',
  start_time: 'startDate',
  stop_time: 'endDate',
  special_ad_categories: 'specialAdCategories',
  special_ad_category_country: 'specialAdCountries',
}

const adSetNames = {
  name: 'campaignName',
  optimization_goal: 'objective',
  destination_type: 'objective',
  targeting: 'locations',
  regional_regulated_categories: 'locations',
  start_time: 'startDate',
  end_time: 'endDate',
  daily_budget: 'dailyBudget',
  lifetime_budget: 'lifetimeBudget',
  dsa_beneficiary: 'advertiser',
  dsa_payor: 'advertiser',
}

function askedOf(body: Request, now: number): Parameters<SocialConnector['creation']['references']>[0] {
  const { leadFormId, pixelId, conversionEvent, ads } = body
  const posts = ads.flatMap(({ postId }) => postId ?? [])
  return {
    ...(leadFormId === undefined ? {} : { leadFormId }),
    ...(pixelId === undefined ? {} : { pixelId }),
    ...(conversionEvent === undefined
      ? {}
      : isCustomConversion(conversionEvent)
        ? { conversionId: conversionEvent }
        : { eventsSince: pixelEventsSince(now) }),
    audienceIds: [...(body.audienceIds ?? []), ...(body.excludedAudienceIds ?? [])],
    pagePostIds: [...new Set(posts.filter((id) => id.includes('_')))],
    photoPostIds: [...new Set(posts.filter((id) => !id.includes('_')))],
    videoIds: [...new Set(ads.flatMap(({ videoId }) => videoId ?? []))],
    imageHashes: [...new Set(ads.flatMap(({ imageId }) => (imageId === undefined ? [] : hashIn(imageId))))],
    interestIds: body.interests ?? [],
    places: keysByKind([...body.locations, ...(body.negativeLocations ?? [])]),
  }
}

/** Remembered for long, so that they are rarely asked for. */
async function cataloguesOf(body: Request, { catalogues }: SocialConnector): Promise<Catalogues> {
  const names = async (kind: 'user_os' | 'user_device', wanted: readonly string[] = []) =>
    wanted.length === 0
      ? []
      : (await catalogues.systems(kind)).map(({ name, platform }) => name || platform || '')
  const [locales, systems, devices] = await Promise.all([
    body.locales?.length ? catalogues.locales() : [],
    names('user_os', body.operatingSystems),
    names('user_device', body.devices),
  ])
  return {
    locales: new Set(locales.map(({ key }) => key)),
    systems: new Set(systems),
    devices: new Set(devices),
  }
}

/** What the caller is told of images that were not taken. */
export const neededImage = {
  platform: 'social',
  problem: noImage,
  sizes: 'at least 400 pixels wide and high',
}
const leastPixels = 400

async function fetchImages(body: Request, { fetchedImages }: SocialConnector): Promise<Image[]> {
  const named = body.ads.flatMap(({ imageUrl }, index) =>
    imageUrl === undefined ? [] : [{ url: imageUrl, from: `ads[${index}].imageUrl` }],
  )
  const fetched = await fetchedImages.fetchAll(named.map(({ url }) => url))
  return named.map(({ url, from }, index) => {
    const image = fetched[index]
    if (
      image === undefined ||
      image instanceof NotFetched ||
      Math.min(image.width, image.height) < leastPixels
    )
      throw imageRefused(from, neededImage, image)
    return { url, from, sha256: image.sha256 }
  })
}

const distinct = (images: readonly Image[]) => [
  ...new Map(images.toReversed().map((image) => [image.sha256, image])).values(),
]

function budgetOf(body: Request, { account }: References): Budget {
  const currencyCode = account.currency
  const member = body.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const scale = decimalsOf(currencyCode)
  if (scale === undefined)
    throw refused(`amounts in ${currencyCode} cannot be converted safely, so none was sent.`, member)
  const units = inUnits(parseDecimal(body[member] ?? '') ?? zero, scale)
  if (units === undefined) {
    const message = `${member} has more decimals than ${currencyCode} has (${scale}).`
    throw invalidBody([{ field: member, code: 'OUT_OF_RANGE', message }])
  }
  const minimum = account.min_daily_budget ?? 0n
  if (units < minimum) {
    const least = `${decimalText({ units: minimum, scale })} ${currencyCode}`
    const problem = `it must be at least ${least}${member === 'dailyBudget' ? ' a day' : ''}.`
    throw new ServiceError('BUDGET_TOO_LOW', { field: member, values: { platform: 'social', problem } })
  }
  return { member, amount: { units, scale }, currencyCode }
}

function requireStart({ startDate }: Request, { account }: References, now: number): void {
  const today = dayIn(account.timezone_name, now)
  if (startDate >= today) return
  const message = `startDate must not be in the past: where the ad account is (${account.timezone_name}) it is ${today}.`
  throw invalidBody([{ field: 'startDate', code: 'OUT_OF_RANGE', message }])
}

/** A campaign that starts today starts at once. */
function startOf({ startDate }: Request, { account }: References, now: number): { start_time?: string } {
  const zone = account.timezone_name
  return startDate === dayIn(zone, now) ? {} : { start_time: momentIn(zone, startDate, '00:00:00') }
}

function timesOf(body: Request, facts: References, now: number) {
  const end = body.endDate === undefined ? {} : { end_time: endOf(body, facts) }
  return { ...startOf(body, facts, now), ...end }
}

const endOf = ({ endDate = '' }: Request, { account }: References) =>
  momentIn(account.timezone_name, endDate, '23:59:59')

/** The account's defaults hold where nothing is said. Where no law asks for it, the platform forgets what is said. */
function advertiserOf({ advertiser }: Request) {
  if (advertiser === undefined) return {}
  return { dsa_beneficiary: advertiser.beneficiary, dsa_payor: advertiser.payer }
}
