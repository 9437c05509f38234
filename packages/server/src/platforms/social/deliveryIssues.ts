// What keeps a campaign, an ad set or an ad from delivering, in words.

import type { AdSetRow } from './rows.ts'

export function describeDeliveryIssues({ issues_info = [] }: Pick<AdSetRow, 'issues_info'>): string[] {
  return issues_info.map(({ error_summary = '', error_message = '' }) =>
    error_summary === '' || error_message === ''
      ? error_summary || error_message
      : `${error_summary}: ${error_message}`,
  )
}
