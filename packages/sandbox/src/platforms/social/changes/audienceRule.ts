// Validates rules of audiences, which select people by their actions, as strictly as they are documented.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { listCallerPageRoles } from '../access.ts'
import { GraphError } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'

const daySeconds = 86_400

interface SourceType {
  readonly events: readonly string[]
  readonly maxDays: number
}

const leadEvents = ['lead_generation_opened', 'lead_generation_dropoff', 'lead_generation_submitted']

const sourceTypes: Readonly<Record<string, SourceType>> = {
  lead: { events: leadEvents, maxDays: 90 },
  ig_lead_generation: { events: leadEvents, maxDays: 90 },
  page: {
    events: [
      'page_engaged',
      'page_visited',
      'page_liked',
      'page_messaged',
      'page_cta_clicked',
      'page_or_post_save',
      'page_post_interaction',
    ],
    maxDays: 730,
  },
  ig_business: {
    events: [
      'ig_business_profile_all',
      'ig_business_profile_engaged',
      'ig_user_messaged_business',
      'ig_business_profile_ad_saved',
      'ig_business_profile_visit',
    ],
    maxDays: 730,
  },
  canvas: { events: ['instant_shopping_document_open', 'instant_shopping_element_click'], maxDays: 365 },
  video: {
    events: [
      'video_watched',
      'video_completed',
      'video_view_10s',
      'video_view_15s',
      'video_view_25_percent',
      'video_view_50_percent',
      'video_view_75_percent',
    ],
    maxDays: 365,
  },
  pixel: { events: [], maxDays: 180 },
}

/** These refusals have a message only: no title, no text for people, no blamed parameter. */
function ruleError(text: string): GraphError {
  return new GraphError({
    message: `(#2654) The specified engagement rule is invalid: ${text}`,
    code: 2654,
  })
}

type RuleFields = ReadonlyMap<string, unknown>

function readRuleObject(value: unknown, path: string, allowed: readonly string[]): RuleFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw ruleError(`${path} must be an object.`)
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const name of fields.keys())
    if (!allowed.includes(name)) throw ruleError(`${path} has the unknown member ${name}.`)
  return fields
}

function readNonEmptyList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw ruleError(`${path} must be a list that is not empty.`)
  return value
}

/** Validates a rule and returns the kind of audience that it defines. Throws the platform's refusal. */
export function checkRule(rule: unknown, request: GraphRequest): 'engagement' | 'website' {
  const rootFields = readRuleObject(rule, 'rule', ['inclusions', 'exclusions'])
  if (!rootFields.has('inclusions')) throw ruleError('rule must have inclusions.')
  const types = new Set<string>()
  for (const sideName of ['inclusions', 'exclusions']) {
    if (!rootFields.has(sideName)) continue
    const sideFields = readRuleObject(rootFields.get(sideName), sideName, ['operator', 'rules'])
    const operator = sideFields.get('operator')
    if (operator !== 'or' && operator !== 'and')
      throw ruleError(`${sideName}.operator must be "or" or "and".`)
    for (const each of readNonEmptyList(sideFields.get('rules'), `${sideName}.rules`))
      types.add(checkRulePart(each, request))
  }
  return types.has('pixel') ? 'website' : 'engagement'
}

function checkRulePart(value: unknown, request: GraphRequest): string {
  const ruleFields = readRuleObject(value, 'A rule', [
    'event_sources',
    'retention_seconds',
    'filter',
    'template',
    'aggregation',
  ])
  const sources = readNonEmptyList(ruleFields.get('event_sources'), 'event_sources').map((source) =>
    readRuleObject(source, 'An event source', ['type', 'id']),
  )
  const names = new Set(sources.map((source) => source.get('type')))
  if (names.size > 1) throw ruleError('All event sources of a rule must have the same type.')
  const [name] = names
  const type = typeof name === 'string' && Object.hasOwn(sourceTypes, name) ? sourceTypes[name] : undefined
  if (typeof name !== 'string' || type === undefined)
    throw ruleError(`${String(name)} is not a type of event source.`)
  for (const source of sources) for (const id of [source.get('id')].flat()) checkSource(name, id, request)
  const retention = ruleFields.get('retention_seconds')
  if (typeof retention !== 'number' || !Number.isInteger(retention) || retention < 1)
    throw ruleError('retention_seconds must be a positive integer.')
  if (retention > type.maxDays * daySeconds)
    throw ruleError(`retention_seconds must be at most ${type.maxDays * daySeconds} for ${name}.`)
  checkFilter(ruleFields.get('filter'), type)
  return name
}

function checkSource(type: string, id: unknown, request: GraphRequest): void {
  if ((typeof id !== 'string' && typeof id !== 'number') || !/^\d+$/.test(String(id)))
    throw ruleError(`${String(id)} is not an id.`)
  const text = String(id)
  if (type !== 'lead' && type !== 'ig_lead_generation') return
  const form = request.social.leadForms[text]
  if (form === undefined || !listCallerPageRoles(request).some((role) => role.id === form.page)) {
    throw new GraphError({
      message: '(#2654) Failed to create custom audience',
      code: 2654,
      transient: false,
      userTitle: 'Event source not found',
      userMessage: `The lead form ${text} does not exist or you do not have permission to use it.`,
      blame: ['rule'],
    })
  }
  if (type === 'ig_lead_generation' && request.social.pages[form.page]?.photoAccount === undefined)
    throw ruleError(`${text} is not shown on the photo network.`)
}

function checkFilter(value: unknown, type: SourceType): void {
  const filterFields = readRuleObject(value, 'filter', ['operator', 'filters'])
  const operator = filterFields.get('operator')
  if (operator !== 'and' && operator !== 'or') throw ruleError('filter.operator must be "and" or "or".')
  for (const each of readNonEmptyList(filterFields.get('filters'), 'filter.filters')) {
    const filter = readRuleObject(each, 'A filter', ['field', 'operator', 'value', 'filters'])
    if (filter.get('field') !== 'event' || type.events.length === 0) continue
    if (filter.get('operator') !== 'eq' && filter.get('operator') !== '=')
      throw ruleError('The operator of an event filter must be "eq".')
    const event = filter.get('value')
    if (typeof event !== 'string' || !type.events.includes(event))
      throw ruleError(`${String(event)} is not an event of this source.`)
  }
}

/**
 * Normalizes a rule as the platform returns it: fields in another order, sources sorted by their ids. The
 * form is undocumented, so clients must not compare rules as text.
 */
export function normalizeRule(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(normalizeRule)
  if (typeof rule !== 'object' || rule === null) return rule
  return Object.fromEntries(
    Object.entries(rule)
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, value]) => [name, name === 'event_sources' ? sortSources(value) : normalizeRule(value)]),
  )
}

function sortSources(sources: unknown): unknown {
  if (!Array.isArray(sources)) return sources
  const sourceId = (source: unknown) => String(Object(source).id)
  return sources.map(normalizeRule).toSorted((a, b) => sourceId(b).localeCompare(sourceId(a), 'en'))
}
