// How rows of deleted objects are asked for.

/**
 * They come only when their status is named; the sums above them have their figures in any case.
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

/** Only what was deleted. */
export const deletedCampaignsFilter = {
  field: 'campaign.effective_status',
  operator: 'IN',
  value: ['DELETED'],
}

/** A filter that leaves nothing out. */
export function everyStatusFilter(level: keyof typeof statusesByLevel) {
  return { field: `${level}.effective_status`, operator: 'IN', value: statusesByLevel[level] }
}

/**
 * Every effective status of a campaign that an edge lists. With DELETED among them, Meta refuses the request (100/1815001):
 * deleted objects are readable by id, and through the filter of insights.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
export const listableCampaignStatuses = statusesByLevel.campaign.filter((status) => status !== 'DELETED')

/** What a campaign that is switched on can come to. */
export const activeCampaignStatuses = listableCampaignStatuses.filter(
  (status) => status !== 'PAUSED' && status !== 'ARCHIVED',
)
