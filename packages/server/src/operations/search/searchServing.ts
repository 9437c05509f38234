import { issuesOf } from '../../platforms/search/servingIssues.ts'
import { ourStatus } from '../../platforms/search/status.ts'

interface Part {
  readonly status: Parameters<typeof ourStatus>[0]
  readonly primaryStatus?: string | undefined
  readonly primaryStatusReasons?: readonly string[] | undefined
}

export function servedState({ status, primaryStatus = '', primaryStatusReasons }: Part) {
  return {
    status: ourStatus(status),
    effectiveStatus: primaryStatus,
    issues: issuesOf(primaryStatusReasons),
  }
}
