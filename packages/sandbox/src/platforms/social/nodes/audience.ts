// Custom audiences.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { removeAudience, updateAudience } from '../changes/audience.ts'
import { createNodeKindWithId, plainFields } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import type { Audience } from '../state.ts'

const toSeconds = (instant: number) => Math.floor(instant / 1000)

export const audienceKind = createNodeKindWithId<Audience>({
  type: 'CustomAudience',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience',
  fields: {
    account_id: (audience) => audience.account,
    ...plainFields<Audience>('name', 'description', 'subtype', 'rule'),
    retention_days: (audience) => audience.retentionDays,
    approximate_count_lower_bound: (audience, request) => estimateSize(audience, request),
    approximate_count_upper_bound: (audience, request) => {
      const size = estimateSize(audience, request)
      return size < 0 ? size : Math.round(size * 1.17)
    },
    time_created: (audience) => toSeconds(audience.createdAt),
    time_updated: (audience) => toSeconds(audience.updatedAt),
    time_content_updated: (audience) => toSeconds(audience.updatedAt),
    operation_status: () => ({ code: 200, description: 'Normal' }),
    delivery_status: (audience, request) =>
      estimateSize(audience, request) < 0
        ? { code: 300, description: 'Audience is too small or still being filled.' }
        : { code: 200, description: 'This audience is ready for use.' },
    is_value_based: () => false,
    customer_file_source: () => undefined,
    permission_for_actions: () => ({
      can_edit: true,
      can_see_insight: 'True',
      can_share: 'True',
      subtype_supports_lookalike: 'True',
      supports_recipient_lookalike: 'False',
    }),
  },
  update: updateAudience,
  remove: removeAudience,
})

/** Returns the size of an audience, which is -1 during its first hour. */
function estimateSize(audience: Audience, request: GraphRequest): number {
  return request.now - audience.createdAt < 3_600_000
    ? -1
    : 1_000 + (Number(audience.id.slice(-4)) % 40) * 100
}
