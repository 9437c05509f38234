// Registers the rules of each kind of resource.

import type { ResourceRules } from '../rule.ts'
import { adGroupAdRules, adGroupRules } from './ads.ts'
import { assetRules } from './assets.ts'
import { budgetRules } from './budgets.ts'
import { campaignRules } from './campaigns.ts'
import { adGroupCriterionRules, campaignCriterionRules } from './criteria.ts'
import { campaignConversionGoalRules, conversionActionRules } from './goals.ts'
import {
  assetSetAssetRules,
  assetSetRules,
  campaignAssetRules,
  campaignAssetSetRules,
  customerAssetSetRules,
} from './links.ts'
import { campaignSharedSetRules, sharedCriterionRules, sharedSetRules } from './sharedSets.ts'

const rulesByKind: Readonly<Record<string, ResourceRules>> = {
  campaign: campaignRules,
  campaign_budget: budgetRules,
  campaign_criterion: campaignCriterionRules,
  campaign_asset: campaignAssetRules,
  campaign_asset_set: campaignAssetSetRules,
  campaign_conversion_goal: campaignConversionGoalRules,
  customer_asset_set: customerAssetSetRules,
  ad_group: adGroupRules,
  ad_group_criterion: adGroupCriterionRules,
  ad_group_ad: adGroupAdRules,
  asset: assetRules,
  asset_set: assetSetRules,
  asset_set_asset: assetSetAssetRules,
  shared_set: sharedSetRules,
  shared_criterion: sharedCriterionRules,
  campaign_shared_set: campaignSharedSetRules,
  conversion_action: conversionActionRules,
}

export function getRules(kind: string): ResourceRules {
  return rulesByKind[kind] ?? {}
}
