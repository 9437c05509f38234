// Plans a campaign: one request loads all referenced objects, then adrail checks them and builds the
// blueprint.

import type { Body, Violation } from '@adrail/contract'
import { type Decimal, formatDecimal, parseDecimal, toSmallestUnits, zero } from '../../../money/money.ts'
import { imageNotFetchableError, unusableImageText } from '../../../platforms/connector-kit/imageFetcher.ts'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { socialCurrencyDecimals } from '../../../platforms/social/money.ts'
import { invalidBodyError, ServiceError } from '../../../runtime/errors.ts'
import { dateInZone, formatZonedTime } from '../../../runtime/timeZones.ts'
import { createSocialRejection } from '../campaignErrors.ts'
import { pixelStatsStart } from '../standardEvents.ts'
import { buildSocialAdDraft, parseImageHash } from './adParts.ts'
import { buildTargeting, groupKeysByField } from './audience.ts'
import type { SocialBlueprint, SocialImageDraft } from './blueprint.ts'
import { collectBoostWarnings } from './boostEligibility.ts'
import { isCustomConversion, resolveGoal } from './objectives.ts'
import { collectEventWarnings } from './pixelEvents.ts'
import { requireSocialReferences, type SocialCatalogs } from './referenceChecks.ts'

type CampaignBody = Body<'social/create_campaign'>

export interface SocialCampaignPlan {
  readonly blueprint: SocialBlueprint
  readonly images: readonly SocialImageDraft[]
  readonly budget: SocialBudget
  readonly warnings: readonly string[]
}

export interface SocialBudget {
  readonly field: 'dailyBudget' | 'lifetimeBudget'
  readonly amount: Decimal
  readonly currencyCode: string
}

export async function planSocialCampaign(
  body: CampaignBody,
  connector: SocialConnector,
  now: number,
): Promise<SocialCampaignPlan> {
  requireNoBatchReferences(body)
  const [references, catalogs, images] = await Promise.all([
    connector.creation.references(buildReferenceQuery(body, now)),
    loadCatalogs(body, connector),
    fetchImages(body, connector),
  ])
  const budget = parseBudget(body, references)
  requireStartNotPast(body, references, now)
  requireSocialReferences(body, references, catalogs, connector)
  const { selection } = connector
  const goal = resolveGoal(body, selection.page.id)
  const digestByUrl = new Map(images.map(({ url, sha256 }) => [url, sha256]))
  const name = body.campaignName
  const blueprint: SocialBlueprint = {
    name,
    campaign: {
      params: {
        name,
        objective: goal.objective,
        status: 'PAUSED',
        buying_type: 'AUCTION',
        special_ad_categories: body.specialAdCategories,
        ...(body.specialAdCountries.length > 0
          ? { special_ad_category_country: body.specialAdCountries }
          : {}),
        [budget.field === 'dailyBudget' ? 'daily_budget' : 'lifetime_budget']: String(budget.amount.units),
        // The platform spreads a lifetime budget over the schedule of the campaign itself.
        ...(budget.field === 'lifetimeBudget'
          ? { ...toStartFields(body, references, now), stop_time: toEndTime(body, references) }
          : {}),
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      },
      names: campaignFieldByParam,
    },
    adSet: {
      params: {
        name,
        status: 'ACTIVE',
        optimization_goal: goal.optimizationGoal,
        billing_event: 'IMPRESSIONS',
        destination_type: goal.destination,
        ...(goal.promotedObject === undefined ? {} : { promoted_object: goal.promotedObject }),
        ...toTimeFields(body, references, now),
        targeting: buildTargeting(body),
        ...toAdvertiserFields(body),
      },
      names: { ...adSetFieldByParam, promoted_object: goal.promotedField },
    },
    ads: body.ads.map((ad, index) =>
      buildSocialAdDraft(ad, index, { body, goal, selection, references, digestByUrl }),
    ),
  }
  const warnings = [...collectEventWarnings(body, references), ...collectBoostWarnings(body, references)]
  return { blueprint, images: removeDuplicateImages(images), budget, warnings }
}

/**
 * Parts of a batch refer to each other with this text anywhere in a value, so texts of the caller must not
 * contain it.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
function requireNoBatchReferences(body: CampaignBody): void {
  const violations: Violation[] = []
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string' && value.includes('{result='))
      violations.push({
        field,
        code: 'MALFORMED',
        message: `${field} must not contain "{result=", which Meta would replace.`,
      })
    else if (Array.isArray(value))
      for (const [index, entry] of value.entries()) visit(entry, `${field}[${index}]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, child] of Object.entries(value))
        visit(child, field === '' ? name : `${field}.${name}`)
  }
  visit(body, '')
  if (violations.length > 0) throw invalidBodyError(violations)
}

const campaignFieldByParam = {
  name: 'campaignName',
  objective: 'objective',
  daily_budget: 'dailyBudget',
  lifetime_budget: 'lifetimeBudget',
  start_time: 'startDate',
  stop_time: 'endDate',
  special_ad_categories: 'specialAdCategories',
  special_ad_category_country: 'specialAdCountries',
}

const adSetFieldByParam = {
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

function buildReferenceQuery(
  body: CampaignBody,
  now: number,
): Parameters<SocialConnector['creation']['references']>[0] {
  const { leadFormId, pixelId, conversionEvent, ads } = body
  const postIds = ads.flatMap(({ postId }) => postId ?? [])
  return {
    ...(leadFormId === undefined ? {} : { leadFormId }),
    ...(pixelId === undefined ? {} : { pixelId }),
    ...(conversionEvent === undefined
      ? {}
      : isCustomConversion(conversionEvent)
        ? { conversionId: conversionEvent }
        : { eventsSince: pixelStatsStart(now) }),
    audienceIds: [...(body.audienceIds ?? []), ...(body.excludedAudienceIds ?? [])],
    pagePostIds: [...new Set(postIds.filter((id) => id.includes('_')))],
    photoPostIds: [...new Set(postIds.filter((id) => !id.includes('_')))],
    videoIds: [...new Set(ads.flatMap(({ videoId }) => videoId ?? []))],
    imageHashes: [
      ...new Set(ads.flatMap(({ imageId }) => (imageId === undefined ? [] : parseImageHash(imageId)))),
    ],
    interestIds: body.interests ?? [],
    places: groupKeysByField([...body.locations, ...(body.negativeLocations ?? [])]),
  }
}

/** The connector caches the catalogs for a long time, so these calls rarely cause requests. */
async function loadCatalogs(body: CampaignBody, { catalogs }: SocialConnector): Promise<SocialCatalogs> {
  const loadNames = async (kind: 'user_os' | 'user_device', requested: readonly string[] = []) =>
    requested.length === 0
      ? []
      : (await catalogs.systems(kind)).map(({ name, platform }) => name || platform || '')
  const [locales, systems, devices] = await Promise.all([
    body.locales?.length ? catalogs.locales() : [],
    loadNames('user_os', body.operatingSystems),
    loadNames('user_device', body.devices),
  ])
  return {
    locales: new Set(locales.map(({ key }) => key)),
    systems: new Set(systems),
    devices: new Set(devices),
  }
}

/** Values of the error for an unusable image. */
export const socialImageErrorValues = {
  platform: 'social',
  problem: unusableImageText,
  sizes: 'at least 400 pixels wide and high',
}
const minPixels = 400

async function fetchImages(body: CampaignBody, { images }: SocialConnector): Promise<SocialImageDraft[]> {
  const imageUrls = body.ads.flatMap(({ imageUrl }, index) =>
    imageUrl === undefined ? [] : [{ url: imageUrl, from: `ads[${index}].imageUrl` }],
  )
  const fetchResults = await images.fetchAll(imageUrls.map(({ url }) => url))
  return imageUrls.map(({ url, from }, index) => {
    const image = fetchResults[index]
    if (
      image === undefined ||
      image instanceof PublicFetchError ||
      Math.min(image.width, image.height) < minPixels
    )
      throw imageNotFetchableError(from, socialImageErrorValues, image)
    return { url, from, sha256: image.sha256 }
  })
}

const removeDuplicateImages = (images: readonly SocialImageDraft[]) => [
  ...new Map(images.toReversed().map((image) => [image.sha256, image])).values(),
]

function parseBudget(body: CampaignBody, { account }: CampaignReferences): SocialBudget {
  const currencyCode = account.currency
  const budgetField = body.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const scale = socialCurrencyDecimals(currencyCode)
  if (scale === undefined)
    throw createSocialRejection(
      `adrail cannot convert amounts in ${currencyCode} exactly, so it sent none.`,
      budgetField,
    )
  const units = toSmallestUnits(parseDecimal(body[budgetField] ?? '') ?? zero, scale)
  if (units === undefined) {
    const message = `${budgetField} has more decimal places than ${currencyCode} allows (${scale}).`
    throw invalidBodyError([{ field: budgetField, code: 'OUT_OF_RANGE', message }])
  }
  const minimum = account.min_daily_budget ?? 0n
  if (units < minimum) {
    const minBudget = `${formatDecimal({ units: minimum, scale })} ${currencyCode}`
    const problem = `it must be at least ${minBudget}${budgetField === 'dailyBudget' ? ' a day' : ''}.`
    throw new ServiceError('BUDGET_TOO_LOW', { field: budgetField, values: { platform: 'social', problem } })
  }
  return { field: budgetField, amount: { units, scale }, currencyCode }
}

function requireStartNotPast(
  { startDate }: CampaignBody,
  { account }: CampaignReferences,
  now: number,
): void {
  const today = dateInZone(account.timezone_name, now)
  if (startDate >= today) return
  const message = `startDate must not be in the past: in the time zone of the ad account (${account.timezone_name}), it is ${today}.`
  throw invalidBodyError([{ field: 'startDate', code: 'OUT_OF_RANGE', message }])
}

/** A campaign that starts today gets no start time, so it starts immediately. */
function toStartFields(
  { startDate }: CampaignBody,
  { account }: CampaignReferences,
  now: number,
): { start_time?: string } {
  const timeZone = account.timezone_name
  return startDate === dateInZone(timeZone, now)
    ? {}
    : { start_time: formatZonedTime(timeZone, startDate, '00:00:00') }
}

function toTimeFields(body: CampaignBody, references: CampaignReferences, now: number) {
  const endField = body.endDate === undefined ? {} : { end_time: toEndTime(body, references) }
  return { ...toStartFields(body, references, now), ...endField }
}

const toEndTime = ({ endDate = '' }: CampaignBody, { account }: CampaignReferences) =>
  formatZonedTime(account.timezone_name, endDate, '23:59:59')

/**
 * Without these fields, the account's defaults apply. Where no law requires them, the platform discards the
 * values.
 */
function toAdvertiserFields({ advertiser }: CampaignBody) {
  if (advertiser === undefined) return {}
  return { dsa_beneficiary: advertiser.beneficiary, dsa_payor: advertiser.payer }
}
