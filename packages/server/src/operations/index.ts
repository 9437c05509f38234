// Which handler carries out which operation. The map is total: a missing or misspelt entry does not compile.

import type { Handlers } from '../waist/handler.ts'
import { create_link } from './auth/create_link.ts'
import { get_connected_accounts_data } from './auth/get_connected_accounts_data.ts'
import { get_link_status } from './auth/get_link_status.ts'
import { remove_link } from './auth/remove_link.ts'
import { get_operation } from './operation/get_operation.ts'
import { get_audiences_list } from './pro/get_audiences_list.ts'
import { create_lead_form } from './search/create_lead_form.ts'
import { create_location_group } from './search/create_location_group.ts'
import { create_search_campaign } from './search/create_search_campaign/create_search_campaign.ts'
import { edit_campaign as edit_search_campaign } from './search/edit_campaign.ts'
import { generate_keyword_ideas } from './search/generate_keyword_ideas.ts'
import { get_campaigns as get_search_campaigns } from './search/get_campaigns.ts'
import { get_conversion_actions } from './search/get_conversion_actions.ts'
import { get_image_asset_eligibility } from './search/get_image_asset_eligibility.ts'
import { get_languages } from './search/get_languages.ts'
import { get_lead_forms } from './search/get_lead_forms.ts'
import { get_location_asset } from './search/get_location_asset.ts'
import { search_locations } from './search/search_locations.ts'
import { update_campaign_status as update_search_campaign_status } from './search/update_campaign_status.ts'
import { create_leadform_audience } from './social/create_leadform_audience.ts'
import { edit_campaign as edit_social_campaign } from './social/edit_campaign.ts'
import { get_ad_account_media } from './social/get_ad_account_media.ts'
import { get_campaign_insights } from './social/get_campaign_insights.ts'
import { get_campaigns as get_social_campaigns } from './social/get_campaigns.ts'
import { get_custom_conversions } from './social/get_custom_conversions.ts'
import { get_leadform_list } from './social/get_leadform_list.ts'
import { get_page_posts } from './social/get_page_posts.ts'
import { get_pixels_list } from './social/get_pixels_list.ts'
import { get_targeting_locales_lookup } from './social/get_targeting_locales_lookup.ts'
import { get_targeting_systems_lookup } from './social/get_targeting_systems_lookup.ts'
import { get_video_info } from './social/get_video_info.ts'
import { search_targeting_interests } from './social/search_targeting_interests.ts'
import { search_targeting_locations } from './social/search_targeting_locations.ts'
import { update_campaign_status as update_social_campaign_status } from './social/update_campaign_status.ts'
import { upload_video } from './social/upload_video.ts'
import { create_user } from './user/create_user.ts'
import { delete_user } from './user/delete_user.ts'
import { get_profile } from './user/get_profile.ts'
import { list_users } from './user/list_users.ts'

export const handlers: Handlers = {
  'auth/get_connected_accounts_data': get_connected_accounts_data,
  'auth/create_link': create_link,
  'auth/get_link_status': get_link_status,
  'auth/remove_link': remove_link,

  'user/create_user': create_user,
  'user/get_profile': get_profile,
  'user/list_users': list_users,
  'user/delete_user': delete_user,

  'social/get_page_posts': get_page_posts,
  'social/get_ad_account_media': get_ad_account_media,
  'social/get_campaign_insights': get_campaign_insights,
  'social/get_video_info': get_video_info,
  'social/get_targeting_systems_lookup': get_targeting_systems_lookup,
  'social/search_targeting_interests': search_targeting_interests,
  'social/search_targeting_locations': search_targeting_locations,
  'social/create_leadform_audience': create_leadform_audience,
  'social/get_custom_conversions': get_custom_conversions,
  'social/edit_campaign': edit_social_campaign,
  'social/get_leadform_list': get_leadform_list,
  'social/get_targeting_locales_lookup': get_targeting_locales_lookup,
  'social/get_pixels_list': get_pixels_list,
  'social/get_campaigns': get_social_campaigns,
  'social/update_campaign_status': update_social_campaign_status,
  'social/upload_video': upload_video,

  'search/create_search_campaign': create_search_campaign,
  'search/create_lead_form': create_lead_form,
  'search/get_lead_forms': get_lead_forms,
  'search/generate_keyword_ideas': generate_keyword_ideas,
  'search/get_location_asset': get_location_asset,
  'search/create_location_group': create_location_group,
  'search/search_locations': search_locations,
  'search/get_languages': get_languages,
  'search/get_conversion_actions': get_conversion_actions,
  'search/get_image_asset_eligibility': get_image_asset_eligibility,
  'search/get_campaigns': get_search_campaigns,
  'search/update_campaign_status': update_search_campaign_status,
  'search/edit_campaign': edit_search_campaign,

  'pro/get_audiences_list': get_audiences_list,

  'operation/get_operation': get_operation,
}
