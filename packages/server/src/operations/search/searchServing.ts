import { describeServingIssues } from '../../platforms/search/servingIssues.ts'
import { fromSearchStatus } from '../../platforms/search/status.ts'

interface ServedObject {
  readonly status: Parameters<typeof fromSearchStatus>[0]
  readonly primaryStatus?: string | undefined
  readonly primaryStatusReasons?: readonly string[] | undefined
}

export function toSearchServingState({ status, primaryStatus = '', primaryStatusReasons }: ServedObject) {
  return {
    status: fromSearchStatus(status),
    effectiveStatus: primaryStatus,
    issues: describeServingIssues(primaryStatusReasons),
  }
}
