// Describes the issues that prevent a campaign, ad set or ad from delivering.

import type { AdSetRow } from './rows.ts'

export function describeDeliveryIssues({ issues_info = [] }: Pick<AdSetRow, 'issues_info'>): string[] {
  return issues_info.map(({ error_summary = '', error_message = '' }) =>
    error_summary === '' || error_message === ''
      ? error_summary || error_message
      : `${error_summary}: ${error_message}`,
  )
}
