// Keyword ideas. https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas

import { hashText } from '../../delivery/seededRandom.ts'
import { formatIsoDay } from '../../delivery/zone.ts'
import type { ApiCall, CallContext } from './apiCall.ts'
import { billableUnitMicros } from './catalog/currencies.ts'
import { findGeoTarget } from './catalog/geoTargets.ts'
import { findLanguage } from './catalog/languages.ts'
import { decodeBody } from './decode.ts'
import { type Finding, quotaFinding, searchError } from './errors.ts'
import { checkValue } from './mutate/check.ts'
import { getMessageType } from './schema/messages.ts'
import { createPageToken, readPageOffset } from './search.ts'
import { asArray, asObject, asString, getAtPath, type WireObject } from './wire.ts'

const maxPageSize = 10_000
/** The minimum interval between planning calls of one customer. Each page counts as a call. */
const minIntervalMs = 1_000

export const keywordIdeasCall: ApiCall = {
  name: 'generateKeywordIdeas',
  method: 'POST',
  path: 'customers/{customer}:generateKeywordIdeas',
  docsUrl: 'https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas',
  respond(context) {
    const request = decodeBody('GenerateKeywordIdeasRequest', context)
    const { customerId, account } = context.resolveAccount()
    // The platform keeps the old name of this error although developer tokens no longer exist.
    if (context.exchange.state.search.accessLevel === 'explorer')
      throw searchError({ code: 'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED' })
    enforceInterval(context, customerId)
    validateRequest(request)
    const keywordIdeas = generateIdeas(request)
    const size = Number(request['pageSize'] ?? maxPageSize)
    const requestKey = JSON.stringify({ ...request, pageToken: undefined, pageSize: undefined })
    const { now } = context.exchange
    const offset = readPageOffset(asString(request['pageToken']), customerId, requestKey, now)
    const page = keywordIdeas.slice(offset, offset + size)
    const currency = asString(account.customer['currencyCode'])
    const includesAverageCpc = getAtPath(request, ['historicalMetricsOptions', 'includeAverageCpc']) === true
    const response: WireObject = {}
    if (page.length > 0)
      response['results'] = page.map((idea) => toIdeaResult(idea, request, currency, includesAverageCpc, now))
    if (offset + size < keywordIdeas.length)
      response['nextPageToken'] = createPageToken(offset + size, customerId, requestKey, now)
    if (keywordIdeas.length > 0) response['totalSize'] = String(keywordIdeas.length)
    return response
  },
}

function enforceInterval({ exchange }: CallContext, customerId: string): void {
  const { planningCalls } = exchange.state.search
  const lastCallAt = planningCalls[customerId]
  const waitMs = lastCallAt === undefined ? 0 : lastCallAt + minIntervalMs - exchange.now
  // After someone sets the clock back, the stored instant is in the future and must not block calls forever.
  if (waitMs > 0 && waitMs <= minIntervalMs) {
    throw searchError(
      quotaFinding('quotaError.RESOURCE_EXHAUSTED', 1, {
        scope: 'ACCOUNT',
        rate: 'Requests per service per method',
      }),
    )
  }
  planningCalls[customerId] = exchange.now
}

function validateRequest(request: WireObject): void {
  const findings: Finding[] = []
  const resolveReference = (_message: string, name: string) => ({ name })
  for (const field of getMessageType('GenerateKeywordIdeasRequest').fields) {
    const value = request[field.jsonName]
    if (value !== undefined) checkValue(field, value, [], { findings, resolveReference })
  }
  const reportInvalid = (path: Finding['path'], trigger: string) =>
    findings.push({ code: 'keywordPlanIdeaError.INVALID_VALUE', path: path ?? [], trigger })
  const size = Number(request['pageSize'] ?? 1)
  if (size < 1 || size > maxPageSize)
    findings.push({ code: 'requestError.INVALID_PAGE_SIZE', path: ['page_size'] })
  const languageName = request['language']
  if (
    languageName !== undefined &&
    findLanguage(asString(languageName).replace('languageConstants/', '')) === undefined
  ) {
    findings.push({
      code: 'requestError.RESOURCE_NAME_MALFORMED',
      path: ['language'],
      trigger: asString(languageName),
    })
  }
  for (const [index, name] of asArray(request['geoTargetConstants']).entries()) {
    if (findGeoTarget(asString(name).replace('geoTargetConstants/', '')) !== undefined) continue
    reportInvalid([{ field: 'geo_target_constants', index }], asString(name))
  }
  const seedField = ['keywordAndUrlSeed', 'keywordSeed', 'urlSeed', 'siteSeed'].find(
    (name) => request[name] !== undefined,
  )
  if (seedField === undefined) findings.push({ code: 'fieldError.REQUIRED', path: ['seed'] })
  const [words, urls] = parseSeeds(request)
  if (seedField !== undefined && words.length + urls.length === 0) {
    findings.push({ code: 'fieldError.REQUIRED_NONEMPTY_LIST', path: ['keyword_seed', 'keywords'] })
  }
  for (const [index, word] of words.entries()) {
    const isTooLong = [...word].length > 80 || word.trim().split(/\s+/).length > 10 || word.trim() === ''
    if (isTooLong) reportInvalid(['keyword_seed', { field: 'keywords', index }], word)
  }
  for (const url of urls) {
    const host = parseHost(url)
    if (host !== undefined && !host.endsWith('.invalid')) continue
    findings.push({ code: 'keywordPlanIdeaError.URL_CRAWL_ERROR', path: ['url_seed', 'url'], trigger: url })
  }
  if (findings.length > 0) throw searchError(...findings)
}

function parseSeeds(request: WireObject): [words: string[], urls: string[]] {
  const keywordAndUrl = asObject(request['keywordAndUrlSeed'])
  const words = [
    ...asArray(keywordAndUrl['keywords']),
    ...asArray(asObject(request['keywordSeed'])['keywords']),
  ].map(asString)
  const urls = [
    keywordAndUrl['url'],
    asObject(request['urlSeed'])['url'],
    asObject(request['siteSeed'])['site'],
  ]
  return [words, urls.map(asString).filter((url) => url !== '')]
}

function parseHost(url: string): string | undefined {
  const absoluteUrl = /^https?:\/\//i.test(url) ? url : `http://${url}`
  return URL.canParse(absoluteUrl) ? new URL(absoluteUrl).hostname : undefined
}

const prefixes =
  'buy|cheap|best|affordable|online|local|organic|luxury|wholesale|custom|new|used|small|large|modern'.split(
    '|',
  )
const suffixes =
  'near me|online|price|sale|shop|reviews|ideas|delivery|for beginners|open now|discount|gift|kit|set|store|2026|cost|brands|guide|same day delivery|for sale|voucher|club|subscription'.split(
    '|',
  )

/** Combines each seed with prefixes, with suffixes, and with both. */
function generateIdeas(request: WireObject): string[] {
  const [words, urls] = parseSeeds(request)
  const fromUrls = urls.flatMap((url) => {
    const name =
      parseHost(url)
        ?.replace(/^www\./, '')
        .split('.')[0] ?? ''
    return name === '' ? [] : [name.replaceAll(/[-_]/g, ' ')]
  })
  const keywordIdeas = new Set<string>()
  for (const seed of [...words, ...fromUrls].map((word) => word.trim().toLowerCase())) {
    keywordIdeas.add(seed)
    for (const word of suffixes) keywordIdeas.add(`${seed} ${word}`)
    for (const word of prefixes) {
      keywordIdeas.add(`${word} ${seed}`)
      for (const suffix of suffixes)
        if (hashText(`${word}/${seed}/${suffix}`) % 5 === 0) keywordIdeas.add(`${word} ${seed} ${suffix}`)
    }
  }
  return [...keywordIdeas].filter((idea) => [...idea].length <= 80)
}

const months = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
  ' ',
)
/** The platform rounds search volumes to steps like these. */
const volumeSteps = [
  10, 20, 30, 50, 70, 90, 140, 210, 320, 480, 720, 1_000, 1_600, 2_400, 3_600, 5_400, 8_100, 12_100, 18_100,
  27_100,
]

function toIdeaResult(
  idea: string,
  request: WireObject,
  currency: string,
  includesAverageCpc: boolean,
  now: number,
): WireObject {
  const hash = hashText(
    `${idea}/${asString(request['language'])}/${asArray(request['geoTargetConstants']).join()}`,
  )
  const result: WireObject = { text: idea }
  if (hash % 9 === 4) result['closeVariants'] = [`${idea}s`]
  // The platform has no metrics for phrases that almost no one searches for.
  if (hash % 13 === 5) return result
  const wordCount = idea.split(' ').length
  const step = Math.max(0, volumeSteps.length - 2 - wordCount * 3 - (hash % 5))
  const volume = volumeSteps[step] ?? 10
  const competitionIndex = (hash >>> 5) % 101
  const unit = Number(billableUnitMicros(currency))
  const low = (12 + ((hash >>> 9) % 160)) * unit
  const high = low + (30 + ((hash >>> 13) % 300)) * unit
  const metrics: WireObject = {
    avgMonthlySearches: String(volume),
    monthlySearchVolumes: lastMonths(now).map(([year, month], position) => ({
      year: String(year),
      month: months[month] ?? '',
      monthlySearches: String(volumeSteps[Math.max(0, step + (((hash >>> position) % 3) - 1))] ?? 10),
    })),
    competition: competitionIndex < 34 ? 'LOW' : competitionIndex < 67 ? 'MEDIUM' : 'HIGH',
    competitionIndex: String(competitionIndex),
    lowTopOfPageBidMicros: String(low),
    highTopOfPageBidMicros: String(high),
  }
  if (includesAverageCpc) metrics['averageCpcMicros'] = String(Math.round((low + high) / 2 / unit) * unit)
  result['keywordIdeaMetrics'] = metrics
  return result
}

/** The twelve full months before the current one, oldest first. */
function lastMonths(now: number): [year: number, month: number][] {
  const today = formatIsoDay(Math.floor(now / 86_400_000))
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, monthOffset) => {
    const month = index - 12 + monthOffset
    return [Math.floor(month / 12), month % 12]
  })
}
