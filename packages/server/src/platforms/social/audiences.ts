// Custom audiences of people who engaged with lead forms.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { ServiceError } from '../../runtime/errors.ts'
import type { PagePosition } from '../connector-kit/page.ts'
import { asList, asText, valueAt } from '../connector-kit/values.ts'
import type { Graph } from './graph.ts'
import { audienceRow, createdRow, listedAudienceRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

export interface AudienceDraft {
  readonly name: string
  readonly description: string
  readonly event: string
  readonly leadFormIds: readonly string[]
}

/** 90 days, the maximum retention for lead forms. */
const retentionSeconds = 7_776_000

/**
 * Source types for the forms of a page and for the same forms on Instagram. A rule may contain only one
 * source type.
 */
const sourceTypes = ['lead', 'ig_lead_generation']

function buildRule({ event, leadFormIds }: AudienceDraft, types: readonly string[]) {
  const filter = { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: event }] }
  const rules = types.map((type) => ({
    event_sources: leadFormIds.map((id) => ({ type, id })),
    retention_seconds: retentionSeconds,
    filter,
  }))
  return { inclusions: { operator: 'or', rules } }
}

export function createAudienceClient(graph: Graph) {
  const audiencesCall = (params: Readonly<Record<string, string>>): GraphCall => {
    const edgeCall = graph.accountCall('customaudiences', params)
    return {
      ...edgeCall,
      bucket: { type: 'custom_audience', object: edgeCall.bucket.object },
      names: { params: { name: 'name', description: 'description', rule: 'leadFormIds' } },
    }
  }
  const createWithSources = async (draft: AudienceDraft, types: readonly string[]): Promise<string> => {
    const { name, description } = draft
    const rule = JSON.stringify(buildRule(draft, types))
    return (await graph.write(audiencesCall({ name, description, rule, prefill: '1' }), createdRow)).id
  }

  return {
    /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences#Creating */
    async create(draft: AudienceDraft): Promise<string> {
      try {
        return await createWithSources(draft, sourceTypes)
      } catch (error) {
        // Some accounts may not use Instagram forms. The forms of the page are sufficient.
        if (!canBeRuleError(error)) throw error
        return await createWithSources(draft, sourceTypes.slice(0, 1))
      }
    },

    /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences */
    list: (position: PagePosition | undefined) =>
      graph.readPage(audiencesCall({ limit: '100' }), listedAudienceRow, position),

    /**
     * Returns the id of the audience that was created from a draft, if one was created since the given time.
     */
    async findCreated(draft: AudienceDraft, notBeforeSeconds: number): Promise<string | undefined> {
      const rows = await graph.readAll(audiencesCall({ limit: '100' }), audienceRow, 20)
      const expectedRules = [sourceTypes, sourceTypes.slice(0, 1)].map((types) =>
        normalizeRule(buildRule(draft, types)),
      )
      return rows.find(
        ({ name, description = '', subtype = 'ENGAGEMENT', time_created = 0, rule }) =>
          name === draft.name &&
          description === draft.description &&
          subtype === 'ENGAGEMENT' &&
          time_created >= notBeforeSeconds &&
          expectedRules.includes(normalizeRule(parseRule(rule))),
      )?.id
    },
  }
}

/** Decides by the error code, because a refusal of a rule may not name the parameter. */
function canBeRuleError(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code !== 'PLATFORM_REJECTED') return false
  const { field, platformError } = error.details
  if (field !== undefined) return field === 'leadFormIds'
  return platformError?.code === '2654' || (platformError?.code === '100' && platformError.subcode === '')
}

/**
 * Normalizes a rule for comparison. The platform returns rules in a different form: fields and sources in
 * another order, numbers as text, several ids in one source.
 */
function normalizeRule(rule: unknown): string {
  const parts = asList(valueAt(rule, 'inclusions', 'rules')).map((part) => {
    const sourceIds = asList(valueAt(part, 'event_sources')).flatMap((source) =>
      [valueAt(source, 'id')].flat().map((id) => `${asText(valueAt(source, 'type'))}:${asText(id)}`),
    )
    const events = asList(valueAt(part, 'filter', 'filters')).map((filter) =>
      asText(valueAt(filter, 'value')),
    )
    return JSON.stringify([sourceIds.sort(), events.sort(), asText(valueAt(part, 'retention_seconds'))])
  })
  return parts.sort().join()
}

function parseRule(rule: string | undefined): unknown {
  try {
    return rule === undefined ? undefined : JSON.parse(rule)
  } catch {
    return undefined
  }
}
