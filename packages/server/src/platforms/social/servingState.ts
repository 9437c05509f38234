// The status of a campaign, ad set or ad with the issues that prevent or limit its delivery.

import type { ServingState } from '../connector-kit/servingStatus.ts'
import type { AdSetRow } from './adRows.ts'

export function toSocialServingState({
  status,
  effective_status,
  issues_info = [],
}: Pick<AdSetRow, 'status' | 'effective_status' | 'issues_info'>): ServingState {
  const issues = issues_info.map(({ error_summary = '', error_message = '' }) =>
    error_summary === '' || error_message === ''
      ? error_summary || error_message
      : `${error_summary}: ${error_message}`,
  )
  return { status, effectiveStatus: effective_status, issues }
}
