// Plans a campaign creation. Two rounds of reads check all references, the reach and the prices.

import type { Body } from '@adrail/contract'
import { invalidBody, ServiceError } from '../../../base/errors.ts'
import { type Decimal, decimalText, inUnits, parseDecimal, zero } from '../../../base/money.ts'
import { imageRefused, noImage } from '../../../platforms/kit/images.ts'
import { NotFetched } from '../../../platforms/kit/publicFetch.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { decimalsOf, microsIn } from '../../../platforms/pro/decimalMoney.ts'
import type { PricingRow } from '../../../platforms/pro/rows.ts'
import type { Criteria } from '../../../platforms/pro/targeting.ts'
import { refused } from '../groupChange.ts'
import { organizationOf } from '../organization.ts'
import { adDraft, requireShortUrls } from './adParts.ts'
import { biddingOf } from './aim.ts'
import { criteriaOf, narrowingIn, refusedCriteria, type Segment } from './audience.ts'
import type { Blueprint, Image, Schedule } from './blueprint.ts'
import { factsFor, requireUsable } from './checks.ts'

type Request = Body<'pro/create_campaign'>

export interface Money {
  readonly daily?: Decimal
  readonly total?: Decimal
  readonly currencyCode: string
}

export interface Planned {
  readonly planned: Blueprint
  readonly money: Money
}

const dayMs = 86_400_000
const dayAt = (day: string) => Date.parse(`${day}T00:00:00Z`)

export async function planCampaign(body: Request, connector: ProConnector, now: number): Promise<Planned> {
  requireShortUrls(body)
  const author = organizationOf(connector)
  const { selection } = connector
  const schedule = scheduleOf(body, now)
  const money = moneyOf(body, selection.currencyCode)
  const [facts, images] = await Promise.all([factsFor(body, connector), fetchImages(body, connector)])
  requireUsable(body, facts, author)
  const criteria = criteriaOf(body, facts.segments)
  await requireMarket(body, connector, criteria, facts.segments)
  const text = (amount: Decimal) => ({ amount: decimalText(amount), currencyCode: money.currencyCode })
  const budgets = {
    ...(money.daily === undefined ? {} : { dailyBudget: text(money.daily) }),
    ...(money.total === undefined ? {} : { totalBudget: text(money.total) }),
  }
  const bid = body.bid === undefined ? zero : amountOf(body.bid, 'bid', money.currencyCode)
  const [language = '', country = ''] = body.language.split('_')
  const digests = new Map(images.map(({ url, sha256 }) => [url, sha256]))
  const account = `urn:li:sponsoredAccount:${selection.accountId}`
  const planned: Blueprint = {
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
        ...biddingOf(body),
        unitCost: text(bid),
        ...budgets,
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
      adDraft(ad, index, { body, accountId: selection.accountId, author, digests }),
    ),
    images: [...new Map(images.toReversed().map((image) => [image.sha256, image])).values()],
    conversionIds: body.conversionIds ?? [],
  }
  return { planned, money }
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
function scheduleOf({ startDate, endDate }: Request, now: number): Schedule {
  const today = new Date(now).toISOString().slice(0, 10)
  if (startDate < today) {
    const message = `startDate must not be in the past: in UTC it is ${today}.`
    throw invalidBody([{ field: 'startDate', code: 'OUT_OF_RANGE', message }])
  }
  return { start: dayAt(startDate), end: endDate === undefined ? 0 : dayAt(endDate) + dayMs }
}

function amountOf(text: string, field: string, currencyCode: string): Decimal {
  const scale = decimalsOf(currencyCode)
  const units = inUnits(parseDecimal(text) ?? zero, scale)
  if (units !== undefined) return { units, scale }
  const message = `${field} has more decimals than ${currencyCode} has (${scale}).`
  throw invalidBody([{ field, code: 'OUT_OF_RANGE', message }])
}

function moneyOf({ dailyBudget, totalBudget }: Request, currencyCode: string): Money {
  const daily = dailyBudget === undefined ? undefined : amountOf(dailyBudget, 'dailyBudget', currencyCode)
  const total = totalBudget === undefined ? undefined : amountOf(totalBudget, 'totalBudget', currencyCode)
  if (daily !== undefined && total !== undefined && total.units < daily.units) {
    const message = 'totalBudget must not be less than dailyBudget.'
    throw invalidBody([{ field: 'totalBudget', code: 'CONFLICT', message }])
  }
  return { ...(daily && { daily }), ...(total && { total }), currencyCode }
}

/** Checks that the audience has enough members and that budget and bid meet its minimums. */
async function requireMarket(
  body: Request,
  { targeting, selection }: ProConnector,
  criteria: Criteria,
  segments: ReadonlyMap<number, Segment>,
): Promise<void> {
  const { costType, objectiveType, optimizationTargetType } = biddingOf(body)
  const { currencyCode: currency } = selection
  const asked = { bidType: costType, objectiveType, optimizationTargetType, currency, criteria }
  const [reach, pricing] = await Promise.all([targeting.reach(criteria), targeting.pricing(asked)]).catch(
    (error: unknown) => {
      throw refusedCriteria(error, body)
    },
  )
  if (reach === 0) throw await tooSmall(body, targeting, segments)
  if (pricing) requirePrices(body, pricing, currency)
}

/** Names the field without which the audience is large enough, or no field if only a combination helps. */
async function tooSmall(
  body: Request,
  targeting: ProConnector['targeting'],
  segments: ReadonlyMap<number, Segment>,
): Promise<ServiceError> {
  const members = narrowingIn(body)
  const without = (member: string) => targeting.reach(criteriaOf({ ...body, [member]: undefined }, segments))
  const reaches = members.length > 1 ? await Promise.all(members.map(without)) : [1]
  const field = members.length === 0 ? 'locations' : members[reaches.findIndex((reach) => reach > 0)]
  const advice =
    field === undefined
      ? `${members.join(', ')} together leave too few: name fewer conditions.`
      : field === 'locations'
        ? 'Name more places.'
        : `Change ${field}, or leave it out.`
  return new ServiceError('AUDIENCE_TOO_SMALL', {
    ...(field === undefined ? {} : { field }),
    values: { platform: 'pro', problem: `it needs 300. ${advice}` },
  })
}

function requirePrices(body: Request, { dailyBudgetLimits, bidLimits }: PricingRow, currency: string): void {
  const { min: least } = dailyBudgetLimits ?? {}
  const { dailyBudget, bid } = body
  if (dailyBudget !== undefined && least && microsIn({ amount: dailyBudget }) < microsIn(least)) {
    const problem = `it must be at least ${least.amount} ${currency} a day for this audience.`
    throw new ServiceError('BUDGET_TOO_LOW', { field: 'dailyBudget', values: { platform: 'pro', problem } })
  }
  if (bid === undefined) return
  const micros = microsIn({ amount: bid })
  const { min, max } = bidLimits ?? {}
  if (min && micros < microsIn(min))
    throw refused(`the bid must be at least ${min.amount} ${currency} for this audience.`, 'bid')
  if (max && micros > microsIn(max))
    throw refused(`the bid must be at most ${max.amount} ${currency} for this audience.`, 'bid')
}

/** The values of the error text for refused images. */
export const neededImage = {
  platform: 'pro',
  problem: noImage,
  sizes: 'at least 400 pixels wide and 200 high',
}

async function fetchImages(body: Request, connector: ProConnector): Promise<Image[]> {
  const named = body.ads.flatMap(({ imageUrl }, index) =>
    imageUrl === undefined ? [] : [{ url: imageUrl, from: `ads[${index}].imageUrl` }],
  )
  // Several ads may use the same image.
  const urls = [...new Set(named.map(({ url }) => url))]
  const fetched = await connector.images.fetchAll(urls)
  return named.map(({ url, from }) => {
    const image = fetched[urls.indexOf(url)]
    if (image === undefined || image instanceof NotFetched || image.width < 400 || image.height < 200)
      throw imageRefused(from, neededImage, image)
    return { url, from, sha256: image.sha256 }
  })
}
