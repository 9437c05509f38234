// The bodies of the calls. Names, kinds and marks as in version 25 of the
// platform's protocol (https://developers.google.com/google-ads/api/reference/rpc/v25/overview); limits from its system limits page.

import { type MessageSpec, unemulated } from './declare.ts'

export const requestMessages: Readonly<Record<string, MessageSpec>> = {
  SearchGoogleAdsRequest: {
    query: 'string required',
    page_token: 'string',
    page_size: 'int32',
    validate_only: 'bool',
    search_settings: 'SearchSettings',
  },
  SearchSettings: {
    omit_results: 'bool',
    return_summary_row: 'bool',
    return_total_results_count: 'bool',
  },
  SearchGoogleAdsStreamRequest: {
    query: 'string required',
    summary_row_setting: 'enum:SummaryRowSetting',
  },
  MutateGoogleAdsRequest: {
    mutate_operations: 'MutateOperation[] required',
    partial_failure: 'bool',
    validate_only: 'bool',
    response_content_type: 'enum:ResponseContentType',
  },
  MutateOperation: {
    ad_group_ad_operation: 'AdGroupAdOperation of=operation',
    ad_group_criterion_operation: 'AdGroupCriterionOperation of=operation',
    ad_group_operation: 'AdGroupOperation of=operation',
    asset_operation: 'AssetOperation of=operation',
    asset_set_asset_operation: 'AssetSetAssetOperation of=operation',
    asset_set_operation: 'AssetSetOperation of=operation',
    campaign_asset_operation: 'CampaignAssetOperation of=operation',
    campaign_asset_set_operation: 'CampaignAssetSetOperation of=operation',
    campaign_budget_operation: 'CampaignBudgetOperation of=operation',
    campaign_conversion_goal_operation: 'CampaignConversionGoalOperation of=operation',
    campaign_criterion_operation: 'CampaignCriterionOperation of=operation',
    campaign_operation: 'CampaignOperation of=operation',
    conversion_action_operation: 'ConversionActionOperation of=operation',
    customer_conversion_goal_operation: 'CustomerConversionGoalOperation of=operation',
    ...unemulated(
      'ad_group_ad_label_operation ad_group_asset_operation ad_group_bid_modifier_operation ad_group_criterion_customizer_operation ad_group_criterion_label_operation ad_group_customizer_operation ad_group_label_operation ad_operation ad_parameter_operation asset_group_asset_operation asset_group_listing_group_filter_operation asset_group_signal_operation asset_group_operation audience_operation bidding_data_exclusion_operation bidding_seasonality_adjustment_operation bidding_strategy_operation book_campaigns_operation campaign_bid_modifier_operation campaign_customizer_operation campaign_draft_operation campaign_group_operation campaign_label_operation campaign_shared_set_operation conversion_custom_variable_operation conversion_goal_campaign_config_operation conversion_value_rule_operation conversion_value_rule_set_operation custom_conversion_goal_operation customer_asset_operation customer_customizer_operation customer_label_operation customer_negative_criterion_operation customer_operation customizer_attribute_operation experiment_operation experiment_arm_operation keyword_plan_ad_group_operation keyword_plan_ad_group_keyword_operation keyword_plan_campaign_keyword_operation keyword_plan_campaign_operation keyword_plan_operation label_operation quote_campaigns_operation recommendation_subscription_operation remarketing_action_operation shared_criterion_operation shared_set_operation smart_campaign_setting_operation user_list_operation',
      'operation',
    ),
  },
  CampaignOperation: {
    update_mask: 'mask',
    create: 'Campaign of=operation',
    update: 'Campaign of=operation',
    remove: 'string ref=Campaign of=operation',
  },
  CampaignBudgetOperation: {
    update_mask: 'mask',
    create: 'CampaignBudget of=operation',
    update: 'CampaignBudget of=operation',
    remove: 'string ref=CampaignBudget of=operation',
  },
  CampaignCriterionOperation: {
    update_mask: 'mask',
    create: 'CampaignCriterion of=operation',
    update: 'CampaignCriterion of=operation',
    remove: 'string of=operation',
  },
  AdGroupOperation: {
    update_mask: 'mask',
    create: 'AdGroup of=operation',
    update: 'AdGroup of=operation',
    remove: 'string ref=AdGroup of=operation',
  },
  AdGroupCriterionOperation: {
    update_mask: 'mask',
    create: 'AdGroupCriterion of=operation',
    update: 'AdGroupCriterion of=operation',
    remove: 'string of=operation',
    ...unemulated('exempt_policy_violation_keys'),
  },
  AdGroupAdOperation: {
    update_mask: 'mask',
    create: 'AdGroupAd of=operation',
    update: 'AdGroupAd of=operation',
    remove: 'string of=operation',
    ...unemulated('policy_validation_parameter'),
  },
  AssetOperation: {
    update_mask: 'mask',
    create: 'Asset of=operation',
    update: 'Asset of=operation',
  },
  CampaignAssetOperation: {
    update_mask: 'mask',
    create: 'CampaignAsset of=operation',
    update: 'CampaignAsset of=operation',
    remove: 'string of=operation',
  },
  AssetSetOperation: {
    update_mask: 'mask',
    create: 'AssetSet of=operation',
    update: 'AssetSet of=operation',
    remove: 'string ref=AssetSet of=operation',
  },
  AssetSetAssetOperation: {
    create: 'AssetSetAsset of=operation',
    remove: 'string of=operation',
  },
  CampaignAssetSetOperation: {
    create: 'CampaignAssetSet of=operation',
    remove: 'string of=operation',
  },
  CustomerAssetSetOperation: {
    create: 'CustomerAssetSet of=operation',
    remove: 'string of=operation',
  },
  ConversionActionOperation: {
    update_mask: 'mask',
    create: 'ConversionAction of=operation',
    update: 'ConversionAction of=operation',
    remove: 'string ref=ConversionAction of=operation',
  },
  CustomerConversionGoalOperation: {
    update_mask: 'mask',
    update: 'CustomerConversionGoal of=operation',
  },
  CampaignConversionGoalOperation: {
    update_mask: 'mask',
    update: 'CampaignConversionGoal of=operation',
  },
  GenerateKeywordIdeasRequest: {
    language: 'string?',
    geo_target_constants: 'string[] most=10',
    include_adult_keywords: 'bool',
    page_token: 'string',
    page_size: 'int32',
    keyword_plan_network: 'enum:KeywordPlanNetwork',
    keyword_annotation: 'enum:KeywordPlanKeywordAnnotation[]',
    aggregate_metrics: 'KeywordPlanAggregateMetrics',
    historical_metrics_options: 'HistoricalMetricsOptions',
    keyword_and_url_seed: 'KeywordAndUrlSeed of=seed',
    keyword_seed: 'KeywordSeed of=seed',
    url_seed: 'UrlSeed of=seed',
    site_seed: 'SiteSeed of=seed',
  },
  HistoricalMetricsOptions: {
    year_month_range: 'YearMonthRange?',
    include_average_cpc: 'bool',
  },
  YearMonthRange: {
    start: 'YearMonth',
    end: 'YearMonth',
  },
  YearMonth: {
    year: 'int64',
    month: 'enum:MonthOfYear',
  },
  KeywordPlanAggregateMetrics: {
    aggregate_metric_types: 'enum:KeywordPlanAggregateMetricType[]',
  },
  KeywordAndUrlSeed: {
    url: 'string?',
    keywords: 'string[] most=20',
  },
  KeywordSeed: {
    keywords: 'string[] most=20',
  },
  UrlSeed: {
    url: 'string?',
  },
  SiteSeed: {
    site: 'string?',
  },
  SuggestGeoTargetConstantsRequest: {
    locale: 'string?',
    country_code: 'string?',
    location_names: 'LocationNames of=query',
    geo_targets: 'GeoTargets of=query',
  },
  LocationNames: {
    names: 'string[]',
  },
  GeoTargets: {
    geo_target_constants: 'string[]',
  },
  MutateCampaignsRequest: mutateOf('CampaignOperation'),
  MutateCampaignBudgetsRequest: mutateOf('CampaignBudgetOperation'),
  MutateCampaignCriteriaRequest: mutateOf('CampaignCriterionOperation'),
  MutateAdGroupsRequest: mutateOf('AdGroupOperation'),
  MutateAdGroupCriteriaRequest: mutateOf('AdGroupCriterionOperation'),
  MutateAdGroupAdsRequest: mutateOf('AdGroupAdOperation'),
  MutateAssetsRequest: mutateOf('AssetOperation'),
  MutateCampaignAssetsRequest: mutateOf('CampaignAssetOperation'),
  MutateAssetSetsRequest: mutateOf('AssetSetOperation'),
  MutateAssetSetAssetsRequest: mutateOf('AssetSetAssetOperation'),
  MutateCampaignAssetSetsRequest: mutateOf('CampaignAssetSetOperation'),
  MutateCustomerAssetSetsRequest: mutateOf('CustomerAssetSetOperation'),
  MutateConversionActionsRequest: mutateOf('ConversionActionOperation'),
  MutateCustomerConversionGoalsRequest: {
    operations: 'CustomerConversionGoalOperation[] required',
    validate_only: 'bool',
  },
  MutateCampaignConversionGoalsRequest: {
    operations: 'CampaignConversionGoalOperation[] required',
    validate_only: 'bool',
  },
}

function mutateOf(operation: string): MessageSpec {
  return {
    operations: `${operation}[] required`,
    partial_failure: 'bool',
    validate_only: 'bool',
    response_content_type: 'enum:ResponseContentType',
  }
}
