// Ideas for keywords. https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas

import { textHash } from '../delivery/chance.ts'
import { dateText } from '../delivery/zone.ts'
import { billableUnitMicros } from './catalogue/currencies.ts'
import { geoTarget } from './catalogue/geoTargets.ts'
import { language } from './catalogue/languages.ts'
import { decodeBody } from './decode.ts'
import { type Finding, quotaFinding, refuse } from './errors.ts'
import { checkValue } from './mutate/check.ts'
import { messageNamed } from './schema/messages.ts'
import { offsetOf, pageToken } from './search.ts'
import type { ApiCall, Visit } from './visit.ts'
import { at, list, text, type Wire, wire } from './wire.ts'

const largestPage = 10_000
/** Planning calls of one customer are at least this far apart, pages included. */
const pauseMs = 1_000

export const keywordIdeasCall: ApiCall = {
  name: 'generateKeywordIdeas',
  method: 'POST',
  path: 'customers/{customer}:generateKeywordIdeas',
  source: 'https://developers.google.com/google-ads/api/docs/keyword-planning/generate-keyword-ideas',
  answer(visit) {
    const request = decodeBody('GenerateKeywordIdeasRequest', visit)
    const { customerId, account } = visit.account()
    // The old name of the refusal is still in use, though the tokens are gone.
    if (visit.exchange.state.search.accessLevel === 'explorer')
      throw refuse({ code: 'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED' })
    takeTurn(visit, customerId)
    check(request)
    const ideas = ideasFor(request)
    const size = Number(request['pageSize'] ?? largestPage)
    const subject = JSON.stringify({ ...request, pageToken: undefined, pageSize: undefined })
    const { now } = visit.exchange
    const offset = offsetOf(text(request['pageToken']), customerId, subject, now)
    const page = ideas.slice(offset, offset + size)
    const currency = text(account.customer['currencyCode'])
    const average = at(request, ['historicalMetricsOptions', 'includeAverageCpc']) === true
    const answer: Wire = {}
    if (page.length > 0)
      answer['results'] = page.map((idea) => resultOf(idea, request, currency, average, now))
    if (offset + size < ideas.length)
      answer['nextPageToken'] = pageToken(offset + size, customerId, subject, now)
    if (ideas.length > 0) answer['totalSize'] = String(ideas.length)
    return answer
  },
}

function takeTurn({ exchange }: Visit, customerId: string): void {
  const { planningCalls } = exchange.state.search
  const last = planningCalls[customerId]
  const wait = last === undefined ? 0 : last + pauseMs - exchange.now
  // A clock that was turned back is no reason to wait for ever.
  if (wait > 0 && wait <= pauseMs) {
    throw refuse(
      quotaFinding('quotaError.RESOURCE_EXHAUSTED', 1, {
        scope: 'ACCOUNT',
        rate: 'Requests per service per method',
      }),
    )
  }
  planningCalls[customerId] = exchange.now
}

function check(request: Wire): void {
  const findings: Finding[] = []
  const resolve = (_message: string, name: string) => ({ name })
  for (const field of messageNamed('GenerateKeywordIdeasRequest').fields) {
    const value = request[field.json]
    if (value !== undefined) checkValue(field, value, [], { findings, resolve })
  }
  const invalid = (path: Finding['path'], trigger: string) =>
    findings.push({ code: 'keywordPlanIdeaError.INVALID_VALUE', path: path ?? [], trigger })
  const size = Number(request['pageSize'] ?? 1)
  if (size < 1 || size > largestPage)
    findings.push({ code: 'requestError.INVALID_PAGE_SIZE', path: ['page_size'] })
  const spoken = request['language']
  if (spoken !== undefined && language(text(spoken).replace('languageConstants/', '')) === undefined) {
    findings.push({ code: 'requestError.RESOURCE_NAME_MALFORMED', path: ['language'], trigger: text(spoken) })
  }
  for (const [index, name] of list(request['geoTargetConstants']).entries()) {
    if (geoTarget(text(name).replace('geoTargetConstants/', '')) !== undefined) continue
    invalid([{ field: 'geo_target_constants', index }], text(name))
  }
  const seed = ['keywordAndUrlSeed', 'keywordSeed', 'urlSeed', 'siteSeed'].find(
    (member) => request[member] !== undefined,
  )
  if (seed === undefined) findings.push({ code: 'fieldError.REQUIRED', path: ['seed'] })
  const [words, urls] = seedOf(request)
  if (seed !== undefined && words.length + urls.length === 0) {
    findings.push({ code: 'fieldError.REQUIRED_NONEMPTY_LIST', path: ['keyword_seed', 'keywords'] })
  }
  for (const [index, word] of words.entries()) {
    const tooLong = [...word].length > 80 || word.trim().split(/\s+/).length > 10 || word.trim() === ''
    if (tooLong) invalid(['keyword_seed', { field: 'keywords', index }], word)
  }
  for (const url of urls) {
    const host = hostOf(url)
    if (host !== undefined && !host.endsWith('.invalid')) continue
    findings.push({ code: 'keywordPlanIdeaError.URL_CRAWL_ERROR', path: ['url_seed', 'url'], trigger: url })
  }
  if (findings.length > 0) throw refuse(...findings)
}

function seedOf(request: Wire): [words: string[], urls: string[]] {
  const both = wire(request['keywordAndUrlSeed'])
  const words = [...list(both['keywords']), ...list(wire(request['keywordSeed'])['keywords'])].map(text)
  const urls = [both['url'], wire(request['urlSeed'])['url'], wire(request['siteSeed'])['site']]
  return [words, urls.map(text).filter((url) => url !== '')]
}

function hostOf(url: string): string | undefined {
  const whole = /^https?:\/\//i.test(url) ? url : `http://${url}`
  return URL.canParse(whole) ? new URL(whole).hostname : undefined
}

const before =
  'buy|cheap|best|affordable|online|local|organic|luxury|wholesale|custom|new|used|small|large|modern'.split(
    '|',
  )
const after =
  'near me|online|price|sale|shop|reviews|ideas|delivery|for beginners|open now|discount|gift|kit|set|store|2026|cost|brands|guide|same day delivery|for sale|voucher|club|subscription'.split(
    '|',
  )

/** Phrases around the seeds: as given, with a word before, with a word after, with both. */
function ideasFor(request: Wire): string[] {
  const [words, urls] = seedOf(request)
  const fromUrls = urls.flatMap((url) => {
    const name =
      hostOf(url)
        ?.replace(/^www\./, '')
        .split('.')[0] ?? ''
    return name === '' ? [] : [name.replaceAll(/[-_]/g, ' ')]
  })
  const ideas = new Set<string>()
  for (const seed of [...words, ...fromUrls].map((word) => word.trim().toLowerCase())) {
    ideas.add(seed)
    for (const word of after) ideas.add(`${seed} ${word}`)
    for (const word of before) {
      ideas.add(`${word} ${seed}`)
      for (const end of after)
        if (textHash(`${word}/${seed}/${end}`) % 5 === 0) ideas.add(`${word} ${seed} ${end}`)
    }
  }
  return [...ideas].filter((idea) => [...idea].length <= 80)
}

const months = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
  ' ',
)
/** The platform rounds volumes to steps like these. */
const volumes = [
  10, 20, 30, 50, 70, 90, 140, 210, 320, 480, 720, 1_000, 1_600, 2_400, 3_600, 5_400, 8_100, 12_100, 18_100,
  27_100,
]

function resultOf(idea: string, request: Wire, currency: string, average: boolean, now: number): Wire {
  const hash = textHash(`${idea}/${text(request['language'])}/${list(request['geoTargetConstants']).join()}`)
  const result: Wire = { text: idea }
  if (hash % 9 === 4) result['closeVariants'] = [`${idea}s`]
  // The platform knows nothing about phrases hardly anybody types.
  if (hash % 13 === 5) return result
  const words = idea.split(' ').length
  const step = Math.max(0, volumes.length - 2 - words * 3 - (hash % 5))
  const volume = volumes[step] ?? 10
  const index = (hash >>> 5) % 101
  const unit = Number(billableUnitMicros(currency))
  const low = (12 + ((hash >>> 9) % 160)) * unit
  const high = low + (30 + ((hash >>> 13) % 300)) * unit
  const metrics: Wire = {
    avgMonthlySearches: String(volume),
    monthlySearchVolumes: lastMonths(now).map(([year, month], position) => ({
      year: String(year),
      month: months[month] ?? '',
      monthlySearches: String(volumes[Math.max(0, step + (((hash >>> position) % 3) - 1))] ?? 10),
    })),
    competition: index < 34 ? 'LOW' : index < 67 ? 'MEDIUM' : 'HIGH',
    competitionIndex: String(index),
    lowTopOfPageBidMicros: String(low),
    highTopOfPageBidMicros: String(high),
  }
  if (average) metrics['averageCpcMicros'] = String(Math.round((low + high) / 2 / unit) * unit)
  result['keywordIdeaMetrics'] = metrics
  return result
}

/** The twelve whole months before this one, oldest first. */
function lastMonths(now: number): [year: number, month: number][] {
  const today = dateText(Math.floor(now / 86_400_000))
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, back) => {
    const month = index - 12 + back
    return [Math.floor(month / 12), month % 12]
  })
}
