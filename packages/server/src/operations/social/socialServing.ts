import { describeDeliveryIssues } from '../../platforms/social/deliveryIssues.ts'
import type { AdSetRow } from '../../platforms/social/rows.ts'

/** Whether a part of a campaign is served, and if not, why. */
export function toSocialServingState(row: Pick<AdSetRow, 'status' | 'effective_status' | 'issues_info'>) {
  return { status: row.status, effectiveStatus: row.effective_status, issues: describeDeliveryIssues(row) }
}
