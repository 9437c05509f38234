// What keeps an ad set or an ad from delivering, in words.

import type { AdSetRow } from '../../platforms/social/rows.ts'

export function issuesIn({ issues_info = [] }: Pick<AdSetRow, 'issues_info'>): string[] {
  return issues_info.map(({ error_summary = '', error_message = '' }) =>
    error_summary === '' || error_message === ''
      ? error_summary || error_message
      : `${error_summary}: ${error_message}`,
  )
}
