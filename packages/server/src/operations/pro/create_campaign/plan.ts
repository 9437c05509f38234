// Plans a campaign creation. Two rounds of reads check all references, the reach and the prices.

import type { Body } from '@adrail/contract'
import { type Decimal, formatDecimal, parseDecimal, toSmallestUnits, zero } from '../../../money/money.ts'
import { imageNotFetchableError, unusableImageText } from '../../../platforms/connector-kit/imageFetcher.ts'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { moneyToMicros, proCurrencyDecimals } from '../../../platforms/pro/money.ts'
import type { PricingRow } from '../../../platforms/pro/rows.ts'
import type { ProTargetingCriteria } from '../../../platforms/pro/targeting.ts'
import { dayMs } from '../../../runtime/durations.ts'
import { invalidBodyError, ServiceError } from '../../../runtime/errors.ts'
import { createProRejection } from '../groupChange.ts'
import { requireOrganizationUrn } from '../organization.ts'
import { buildProAdDraft, requireShortUrls } from './adParts.ts'
import { buildCriteria, findNarrowingFields, type TargetingSegment, toCriteriaError } from './audience.ts'
import type { ProBlueprint, ProImageDraft, ProSchedule } from './blueprint.ts'
import { resolveBidding } from './objectives.ts'
import { loadReferenceFacts, requireProReferences } from './referenceChecks.ts'

type CampaignBody = Body<'pro/create_campaign'>

export interface ProBudgetAmounts {
  readonly daily?: Decimal
  readonly total?: Decimal
  readonly currencyCode: string
}

export interface ProCampaignPlan {
  readonly blueprint: ProBlueprint
  readonly budgets: ProBudgetAmounts
}

const parseDay = (day: string) => Date.parse(`${day}T00:00:00Z`)

export async function planProCampaign(
  body: CampaignBody,
  connector: ProConnector,
  now: number,
): Promise<ProCampaignPlan> {
  requireShortUrls(body)
  const author = requireOrganizationUrn(connector)
  const { selection } = connector
  const schedule = parseSchedule(body, now)
  const budgets = parseBudgets(body, selection.currencyCode)
  const [facts, images] = await Promise.all([
    loadReferenceFacts(body, connector),
    fetchImages(body, connector),
  ])
  requireProReferences(body, facts, author)
  const criteria = buildCriteria(body, facts.segments)
  await requireReachAndPrices(body, connector, criteria, facts.segments)
  const toWireMoney = (amount: Decimal) => ({
    amount: formatDecimal(amount),
    currencyCode: budgets.currencyCode,
  })
  const wireBudgets = {
    ...(budgets.daily === undefined ? {} : { dailyBudget: toWireMoney(budgets.daily) }),
    ...(budgets.total === undefined ? {} : { totalBudget: toWireMoney(budgets.total) }),
  }
  const bid = body.bid === undefined ? zero : parseBudgetAmount(body.bid, 'bid', budgets.currencyCode)
  const [language = '', country = ''] = body.language.split('_')
  const digestByUrl = new Map(images.map(({ url, sha256 }) => [url, sha256]))
  const account = `urn:li:sponsoredAccount:${selection.accountId}`
  const blueprint: ProBlueprint = {
    group: {
      name: body.campaignName,
      schedule,
      members: { account, status: 'PAUSED' },
      names: groupNames,
    },
    campaign: {
      schedule,
      members: {
        account,
        associatedEntity: author,
        name: body.campaignName,
        status: 'PAUSED',
        type: 'SPONSORED_UPDATES',
        format: facts.showsVideos ? 'SINGLE_VIDEO' : 'STANDARD_UPDATE',
        ...resolveBidding(body),
        unitCost: toWireMoney(bid),
        ...wireBudgets,
        locale: { country, language },
        targetingCriteria: criteria,
        offsiteDeliveryEnabled: body.audienceNetwork,
        audienceExpansionEnabled: body.audienceExpansion,
        creativeSelection: 'OPTIMIZED',
        politicalIntent: 'NOT_POLITICAL',
      },
      names: campaignNames,
    },
    ads: body.ads.map((ad, index) =>
      buildProAdDraft(ad, index, { body, accountId: selection.accountId, author, digestByUrl }),
    ),
    images: [...new Map(images.toReversed().map((image) => [image.sha256, image])).values()],
    conversionIds: body.conversionIds ?? [],
  }
  return { blueprint, budgets }
}

const groupNames = {
  '/': 'campaignName',
  '/name': 'campaignName',
  '/runSchedule/start': 'startDate',
  '/runSchedule/end': 'endDate',
}

const campaignNames = {
  ...groupNames,
  '/dailyBudget': 'dailyBudget',
  '/totalBudget': 'totalBudget',
  '/unitCost': 'bid',
  '/costType': 'bid',
  '/objectiveType': 'objective',
  '/optimizationTargetType': 'objective',
  '/targetingCriteria': 'locations',
  '/locale': 'language',
}

/** Days are in UTC. The end date is inclusive. */
function parseSchedule({ startDate, endDate }: CampaignBody, now: number): ProSchedule {
  const today = new Date(now).toISOString().slice(0, 10)
  if (startDate < today) {
    const message = `startDate must not be in the past: in UTC it is ${today}.`
    throw invalidBodyError([{ field: 'startDate', code: 'OUT_OF_RANGE', message }])
  }
  return { start: parseDay(startDate), end: endDate === undefined ? 0 : parseDay(endDate) + dayMs }
}

function parseBudgetAmount(text: string, field: string, currencyCode: string): Decimal {
  const scale = proCurrencyDecimals(currencyCode)
  const units = toSmallestUnits(parseDecimal(text) ?? zero, scale)
  if (units !== undefined) return { units, scale }
  const message = `${field} has more decimal places than ${currencyCode} allows (${scale}).`
  throw invalidBodyError([{ field, code: 'OUT_OF_RANGE', message }])
}

function parseBudgets({ dailyBudget, totalBudget }: CampaignBody, currencyCode: string): ProBudgetAmounts {
  const daily =
    dailyBudget === undefined ? undefined : parseBudgetAmount(dailyBudget, 'dailyBudget', currencyCode)
  const total =
    totalBudget === undefined ? undefined : parseBudgetAmount(totalBudget, 'totalBudget', currencyCode)
  if (daily !== undefined && total !== undefined && total.units < daily.units) {
    const message = 'totalBudget must not be less than dailyBudget.'
    throw invalidBodyError([{ field: 'totalBudget', code: 'CONFLICT', message }])
  }
  return { ...(daily && { daily }), ...(total && { total }), currencyCode }
}

/** Checks that the audience has enough members and that budget and bid meet its minimums. */
async function requireReachAndPrices(
  body: CampaignBody,
  { targeting, selection }: ProConnector,
  criteria: ProTargetingCriteria,
  segments: ReadonlyMap<number, TargetingSegment>,
): Promise<void> {
  const { costType, objectiveType, optimizationTargetType } = resolveBidding(body)
  const { currencyCode: currency } = selection
  const pricingQuery = { bidType: costType, objectiveType, optimizationTargetType, currency, criteria }
  const [reach, pricing] = await Promise.all([
    targeting.estimateReach(criteria),
    targeting.loadPricing(pricingQuery),
  ]).catch((error: unknown) => {
    throw toCriteriaError(error, body)
  })
  if (reach === 0) throw await toAudienceError(body, targeting, segments)
  if (pricing) requirePrices(body, pricing, currency)
}

/** Names the field without which the audience is large enough, or no field if only a combination helps. */
async function toAudienceError(
  body: CampaignBody,
  targeting: ProConnector['targeting'],
  segments: ReadonlyMap<number, TargetingSegment>,
): Promise<ServiceError> {
  const fields = findNarrowingFields(body)
  const reachWithout = (omittedField: string) =>
    targeting.estimateReach(buildCriteria({ ...body, [omittedField]: undefined }, segments))
  const reaches = fields.length > 1 ? await Promise.all(fields.map(reachWithout)) : [1]
  const field = fields.length === 0 ? 'locations' : fields[reaches.findIndex((reach) => reach > 0)]
  const advice =
    field === undefined
      ? `${fields.join(', ')} together leave too few members. Remove conditions.`
      : field === 'locations'
        ? 'Add places.'
        : `Change ${field}, or leave it out.`
  return new ServiceError('AUDIENCE_TOO_SMALL', {
    ...(field === undefined ? {} : { field }),
    values: { platform: 'pro', problem: `LinkedIn needs at least 300 members. ${advice}` },
  })
}

function requirePrices(
  body: CampaignBody,
  { dailyBudgetLimits, bidLimits }: PricingRow,
  currency: string,
): void {
  const { min: minBudget } = dailyBudgetLimits ?? {}
  const { dailyBudget, bid } = body
  if (
    dailyBudget !== undefined &&
    minBudget &&
    moneyToMicros({ amount: dailyBudget }) < moneyToMicros(minBudget)
  ) {
    const problem = `it must be at least ${minBudget.amount} ${currency} a day for this audience.`
    throw new ServiceError('BUDGET_TOO_LOW', { field: 'dailyBudget', values: { platform: 'pro', problem } })
  }
  if (bid === undefined) return
  const micros = moneyToMicros({ amount: bid })
  const { min, max } = bidLimits ?? {}
  if (min && micros < moneyToMicros(min))
    throw createProRejection(`the bid must be at least ${min.amount} ${currency} for this audience.`, 'bid')
  if (max && micros > moneyToMicros(max))
    throw createProRejection(`the bid must be at most ${max.amount} ${currency} for this audience.`, 'bid')
}

/** The values of the error text for refused images. */
export const proImageErrorValues = {
  platform: 'pro',
  problem: unusableImageText,
  sizes: 'at least 400 pixels wide and 200 high',
}

async function fetchImages(body: CampaignBody, connector: ProConnector): Promise<ProImageDraft[]> {
  const references = body.ads.flatMap(({ imageUrl }, index) =>
    imageUrl === undefined ? [] : [{ url: imageUrl, from: `ads[${index}].imageUrl` }],
  )
  // Several ads may use the same image.
  const urls = [...new Set(references.map(({ url }) => url))]
  const fetchedImages = await connector.images.fetchAll(urls)
  return references.map(({ url, from }) => {
    const image = fetchedImages[urls.indexOf(url)]
    if (image === undefined || image instanceof PublicFetchError || image.width < 400 || image.height < 200)
      throw imageNotFetchableError(from, proImageErrorValues, image)
    return { url, from, sha256: image.sha256 }
  })
}
