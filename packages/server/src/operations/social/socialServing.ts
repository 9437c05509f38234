import { describeDeliveryIssues } from '../../platforms/social/deliveryIssues.ts'
import type { AdSetRow } from '../../platforms/social/rows.ts'

/** Returns the status of a campaign part and the issues that prevent or limit its delivery. */
export function toSocialServingState(row: Pick<AdSetRow, 'status' | 'effective_status' | 'issues_info'>) {
  return { status: row.status, effectiveStatus: row.effective_status, issues: describeDeliveryIssues(row) }
}
