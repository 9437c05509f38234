// Audiences of people who did something with lead forms.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { ServiceError } from '../../base/errors.ts'
import type { Position } from '../kit/page.ts'
import { asList, asText, at } from '../kit/values.ts'
import type { Graph } from './graph.ts'
import { audienceRow, listedAudienceRow, madeRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

export interface AudienceDraft {
  readonly name: string
  readonly description: string
  readonly event: string
  readonly leadFormIds: readonly string[]
}

/** 90 days, the longest the platform keeps people for lead forms. */
const retentionSeconds = 7_776_000

/** The forms of a page, and the same forms as the photo network knows them. One kind of source in each rule. */
const sources = ['lead', 'ig_lead_generation']

function ruleOf({ event, leadFormIds }: AudienceDraft, types: readonly string[]) {
  const filter = { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: event }] }
  const rules = types.map((type) => ({
    event_sources: leadFormIds.map((id) => ({ type, id })),
    retention_seconds: retentionSeconds,
    filter,
  }))
  return { inclusions: { operator: 'or', rules } }
}

export function audienceCalls(graph: Graph) {
  const call = (params: Readonly<Record<string, string>>): GraphCall => {
    const edge = graph.ofAccount('customaudiences', params)
    return {
      ...edge,
      bucket: { type: 'custom_audience', object: edge.bucket.object },
      names: { params: { name: 'name', description: 'description', rule: 'leadFormIds' } },
    }
  }
  const create = async (draft: AudienceDraft, types: readonly string[]): Promise<string> => {
    const { name, description } = draft
    const rule = JSON.stringify(ruleOf(draft, types))
    return (await graph.write(call({ name, description, rule, prefill: '1' }), madeRow)).id
  }

  return {
    /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences#Creating */
    async create(draft: AudienceDraft): Promise<string> {
      try {
        return await create(draft, sources)
      } catch (refused) {
        // Some accounts may not use the photo network's forms; the page's own are the point.
        if (!mayBeAboutRule(refused)) throw refused
        return await create(draft, sources.slice(0, 1))
      }
    },

    /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences */
    list: (at: Position | undefined) => graph.page(call({ limit: '100' }), listedAudienceRow, at),

    /** The audience that a draft became; nothing when there is none since then. */
    async find(draft: AudienceDraft, notBeforeSeconds: number): Promise<string | undefined> {
      const rows = await graph.all(call({ limit: '100' }), audienceRow, 20)
      const ours = [sources, sources.slice(0, 1)].map((types) => meaningOf(ruleOf(draft, types)))
      return rows.find(
        ({ name, description = '', subtype = 'ENGAGEMENT', time_created = 0, rule }) =>
          name === draft.name &&
          description === draft.description &&
          subtype === 'ENGAGEMENT' &&
          time_created >= notBeforeSeconds &&
          ours.includes(meaningOf(parsed(rule))),
      )?.id
    },
  }
}

/** By its code: a refusal of a rule need not say which parameter it is about. */
function mayBeAboutRule(refused: unknown): boolean {
  if (!(refused instanceof ServiceError) || refused.code !== 'PLATFORM_REJECTED') return false
  const { field, platformError } = refused.details
  if (field !== undefined) return field === 'leadFormIds'
  return platformError?.code === '2654' || (platformError?.code === '100' && platformError.subcode === '')
}

/**
 * What a rule comes down to. The platform gives rules back in a form of its own: members and sources in another order,
 * numbers as text, several ids in one source.
 */
function meaningOf(rule: unknown): string {
  const parts = asList(at(rule, 'inclusions', 'rules')).map((part) => {
    const among = asList(at(part, 'event_sources')).flatMap((source) =>
      [at(source, 'id')].flat().map((id) => `${asText(at(source, 'type'))}:${asText(id)}`),
    )
    const events = asList(at(part, 'filter', 'filters')).map((filter) => asText(at(filter, 'value')))
    return JSON.stringify([among.sort(), events.sort(), asText(at(part, 'retention_seconds'))])
  })
  return parts.sort().join()
}

function parsed(rule: string | undefined): unknown {
  try {
    return rule === undefined ? undefined : JSON.parse(rule)
  } catch {
    return undefined
  }
}
