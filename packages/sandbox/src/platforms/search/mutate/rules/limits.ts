// Limits on the number of resources.
// https://developers.google.com/google-ads/api/docs/best-practices/system-limits

import type { PathElement } from '../../errors.ts'
import type { RuleContext } from '../rule.ts'

export interface CountLimit {
  /** The error code, such as `CAMPAIGN_LIMIT`. */
  readonly code: string
  readonly type: string
  readonly limit: number
  /** The enclosing resource: `CUSTOMER`, `CAMPAIGN` or `AD_GROUP`. */
  readonly enclosingResource: string
}

export const countLimits = {
  campaigns: {
    code: 'ACCOUNT_LIMIT',
    type: 'CAMPAIGNS_PER_CUSTOMER',
    limit: 10_000,
    enclosingResource: 'CUSTOMER',
  },
  budgets: {
    code: 'ACCOUNT_LIMIT',
    type: 'IMPLICITLY_SHARED_BUDGETS_PER_CUSTOMER',
    limit: 20_000,
    enclosingResource: 'CUSTOMER',
  },
  sharedBudgets: {
    code: 'ACCOUNT_LIMIT',
    type: 'EXPLICITLY_SHARED_BUDGETS_PER_CUSTOMER',
    limit: 11_000,
    enclosingResource: 'CUSTOMER',
  },
  adGroups: {
    code: 'CAMPAIGN_LIMIT',
    type: 'AD_GROUPS_PER_CAMPAIGN',
    limit: 20_000,
    enclosingResource: 'CAMPAIGN',
  },
  negativeKeywords: {
    code: 'CAMPAIGN_LIMIT',
    type: 'NEGATIVE_KEYWORDS_PER_CAMPAIGN',
    limit: 10_000,
    enclosingResource: 'CAMPAIGN',
  },
  locations: {
    code: 'CAMPAIGN_LIMIT',
    type: 'GEO_TARGETS_PER_CAMPAIGN',
    limit: 10_500,
    enclosingResource: 'CAMPAIGN',
  },
  proximities: {
    code: 'CAMPAIGN_LIMIT',
    type: 'PROXIMITIES_PER_CAMPAIGN',
    limit: 500,
    enclosingResource: 'CAMPAIGN',
  },
  criteria: {
    code: 'ADGROUP_LIMIT',
    type: 'CRITERIA_PER_AD_GROUP',
    limit: 20_000,
    enclosingResource: 'AD_GROUP',
  },
  searchAds: {
    code: 'ADGROUP_LIMIT',
    type: 'RESPONSIVE_SEARCH_ADS_PER_AD_GROUP',
    limit: 3,
    enclosingResource: 'AD_GROUP',
  },
  leadForms: {
    code: 'RESOURCE_LIMIT',
    type: 'LEAD_FORM_CAMPAIGN_ASSETS_PER_CAMPAIGN',
    limit: 1,
    enclosingResource: 'CAMPAIGN',
  },
  images: {
    code: 'RESOURCE_LIMIT',
    type: 'AD_IMAGE_CAMPAIGN_ASSETS_PER_CAMPAIGN',
    limit: 20,
    enclosingResource: 'CAMPAIGN',
  },
  /** https://support.google.com/google-ads/answer/2453983 */
  sharedSets: {
    code: 'ACCOUNT_LIMIT',
    type: 'NEGATIVE_KEYWORD_SHARED_SETS_PER_CUSTOMER',
    limit: 20,
    enclosingResource: 'CUSTOMER',
  },
  sharedSetMembers: {
    code: 'SHARED_SET_LIMIT',
    type: 'KEYWORDS_PER_SHARED_SET',
    limit: 5_000,
    enclosingResource: 'SHARED_SET',
  },
} as const satisfies Record<string, CountLimit>

/** Reports a finding when one more resource would exceed the limit. */
export function checkCountLimit(
  context: RuleContext,
  limit: CountLimit,
  currentCount: number,
  enclosingId: string,
  path: readonly PathElement[] = [],
): void {
  if (currentCount < limit.limit) return
  context.report(`resourceCountLimitExceededError.${limit.code}`, path, {
    message: `At most ${limit.limit} are allowed here.`,
    details: {
      resourceCountDetails: {
        enclosingId,
        enclosingResource: limit.enclosingResource,
        limit: limit.limit,
        limitType: limit.type,
        existingCount: currentCount,
      },
    },
  })
}
