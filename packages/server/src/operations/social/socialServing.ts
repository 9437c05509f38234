import { issuesIn } from '../../platforms/social/deliveryIssues.ts'
import type { AdSetRow } from '../../platforms/social/rows.ts'

/** Whether a part of a campaign is served, and if not, why. */
export function servedState(row: Pick<AdSetRow, 'status' | 'effective_status' | 'issues_info'>) {
  return { status: row.status, effectiveStatus: row.effective_status, issues: issuesIn(row) }
}
