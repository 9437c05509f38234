// Audiences of people who did something with lead forms.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { isDeepStrictEqual } from 'node:util'
import { ServiceError } from '../../base/errors.ts'
import { asText, type Json } from '../kit/values.ts'
import type { Graph } from './graph.ts'
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

export function audienceCalls(graph: Graph, adAccountId: string) {
  const call = (method: 'GET' | 'POST', params: Readonly<Record<string, string>>): GraphCall => ({
    method,
    path: [`act_${adAccountId}`, 'customaudiences'],
    params,
    token: 'user',
    bucket: { type: 'custom_audience', object: adAccountId },
    names: { params: { name: 'name', description: 'description', rule: 'leadFormIds' } },
    timeoutMs: method === 'POST' ? 30_000 : 10_000,
  })
  const create = (draft: AudienceDraft, types: readonly string[]): Promise<Json> => {
    const { name, description } = draft
    const rule = JSON.stringify(ruleOf(draft, types))
    return graph.write(call('POST', { name, description, rule, prefill: '1' }))
  }

  return {
    /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences#Creating */
    async create(draft: AudienceDraft): Promise<string> {
      try {
        return asText((await create(draft, sources))['id'])
      } catch (refused) {
        // Some accounts may not use the photo network's forms; the page's own are the point.
        const aboutRule = refused instanceof ServiceError && refused.details.field === 'leadFormIds'
        if (!aboutRule || refused.code !== 'PLATFORM_REJECTED') throw refused
        return asText((await create(draft, sources.slice(0, 1)))['id'])
      }
    },

    /** The audience that a draft became; nothing when there is none since then. */
    async find(draft: AudienceDraft, notBeforeSeconds: number): Promise<string | undefined> {
      const fields = 'id,name,description,rule,time_created'
      const rows = await graph.all(call('GET', { fields, limit: '100' }), 20)
      const rules = [ruleOf(draft, sources), ruleOf(draft, sources.slice(0, 1))]
      const found = rows.find(
        (row) =>
          row['name'] === draft.name &&
          asText(row['description']) === draft.description &&
          Number(row['time_created']) >= notBeforeSeconds &&
          rules.some((rule) => isDeepStrictEqual(parsed(row['rule']), rule)),
      )
      return found && asText(found['id'])
    },
  }
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(asText(text))
  } catch {
    return undefined
  }
}
