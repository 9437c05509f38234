// Status filters for queries that include or exclude deleted objects.

/**
 * Rows of deleted objects are returned only when the filter names their status. Totals always include their
 * metrics.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
const statusesByLevel = {
  campaign: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  adset: ['ACTIVE', 'PAUSED', 'DELETED', 'CAMPAIGN_PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ACTIVE',
    'PAUSED',
    'DELETED',
    'PENDING_REVIEW',
    'DISAPPROVED',
    'PREAPPROVED',
    'PENDING_BILLING_INFO',
    'CAMPAIGN_PAUSED',
    'ARCHIVED',
    'ADSET_PAUSED',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
} as const

/** Matches only deleted campaigns. */
export const deletedCampaignsFilter = {
  field: 'campaign.effective_status',
  operator: 'IN',
  value: ['DELETED'],
}

/** Matches objects of every status. */
export function buildEveryStatusFilter(level: keyof typeof statusesByLevel) {
  return { field: `${level}.effective_status`, operator: 'IN', value: statusesByLevel[level] }
}

/**
 * All effective statuses of campaigns that an edge lists. With DELETED among them, Meta refuses the request
 * (100/1815001). Deleted objects can be read by id, and through the filter of insights.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
export const listableCampaignStatuses = statusesByLevel.campaign.filter((status) => status !== 'DELETED')

/** Effective statuses of campaigns that are switched on. */
export const activeCampaignStatuses = listableCampaignStatuses.filter(
  (status) => status !== 'PAUSED' && status !== 'ARCHIVED',
)

/** Effective statuses that the platform may report for a campaign with the given configured status. */
const effectiveStatusesByStatus = {
  ACTIVE: ['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS'],
  PAUSED: ['PAUSED', 'WITH_ISSUES', 'IN_PROCESS'],
} as const

/** Returns the effective statuses of campaigns with a status, or of all that an edge lists. */
export function toEffectiveStatuses(status: 'ACTIVE' | 'PAUSED' | undefined): readonly string[] {
  return status === undefined ? listableCampaignStatuses : effectiveStatusesByStatus[status]
}
