// What the interface only refers to or cannot live without: our 17 additional operations and members.

import { section } from './requirement.ts'

export const additions = [
  ...section('4, gaps: users', [
    ['R4.add.create_user', 'user/create_user takes `name`, and optionally `email` and `externalId`.'],
    ['R4.add.create_user.results', 'It returns the `user`, and `created`.'],
    [
      'R4.add.create_user.again',
      'A known `externalId` returns that user unchanged and `created: false`; it is unique in the workspace.',
    ],
    ['R4.add.get_profile', 'user/get_profile takes either `userId` or `externalId`.'],
    ['R4.add.get_profile.results', 'It returns the `user`.'],
    ['R4.add.list_users', 'user/list_users takes an optional `pagination`.'],
    ['R4.add.list_users.results', 'It returns `users`, newest first, 50 a page, and `pagination`.'],
    ['R4.add.delete_user', 'user/delete_user takes `userId`.'],
    ['R4.add.delete_user.results', 'It forgets the user; the `userId` is unknown from then on.'],
    ['R4.add.delete_user.tokens', "It forgets the user's connections and tokens."],
  ]),

  ...section('4, gaps: links', [
    ['R4.add.remove_link', 'auth/remove_link takes `userId` and `platform`.'],
    [
      'R4.add.remove_link.results',
      'It ends the connection and revokes the tokens where nobody else needs them.',
    ],
    ['R4.add.get_link_status', 'auth/get_link_status takes `linkId`.'],
    [
      'R4.add.get_link_status.results',
      'It returns `status`, the reason of a failure, `platform` and `userId`.',
    ],
  ]),

  ...section('4, gaps: social', [
    [
      'R4.add.social-get_campaigns',
      'social/get_campaigns takes `userId`, and optionally `pagination` and `status`.',
    ],
    ['R4.add.social-get_campaigns.results', 'It returns `campaigns` and `pagination`, 100 a page.'],
    [
      'R4.add.social-update_campaign_status',
      'social/update_campaign_status takes `userId`, `campaignId` and `status` ACTIVE, PAUSED or DELETED.',
    ],
    ['R4.add.social-update_campaign_status.results', 'It sets the status.'],
    ['R4.add.upload_video', 'social/upload_video takes `userId`, `url` and optionally `name`.'],
    ['R4.add.upload_video.results', 'It returns `videoId`, whose states 4.7 follows.'],
  ]),

  ...section('4, gaps: search', [
    [
      'R4.add.search_locations',
      'search/search_locations takes `userId`, `query`, and optionally `countryCode` and `locale`.',
    ],
    [
      'R4.add.search_locations.results',
      'It returns `locations` of id, name, canonicalName, type, countryCode, reach.',
    ],
    ['R4.add.get_languages', 'search/get_languages takes `userId`.'],
    ['R4.add.get_languages.results', 'It returns `languages` of id, code, name.'],
    ['R4.add.get_conversion_actions', 'search/get_conversion_actions takes `userId`.'],
    [
      'R4.add.get_conversion_actions.results',
      'It returns `conversionActions` of id, name, category, status.',
    ],
    ['R4.add.get_image_asset_eligibility', 'search/get_image_asset_eligibility takes `userId`.'],
    ['R4.add.get_image_asset_eligibility.results', 'It returns `eligible` and `reason`.'],
    [
      'R4.add.search-get_campaigns',
      'search/get_campaigns takes `userId`, and optionally `pagination` and `status`.',
    ],
    ['R4.add.search-get_campaigns.results', 'It returns `campaigns` and `pagination`, 100 a page.'],
    [
      'R4.add.search-update_campaign_status',
      'search/update_campaign_status takes `userId`, `campaignId` and `status` ACTIVE, PAUSED or DELETED.',
    ],
    ['R4.add.search-update_campaign_status.results', 'It sets the status.'],
    ['R4.add.search-edit_campaign', 'search/edit_campaign takes the same body as 4.16.'],
    ['R4.add.search-edit_campaign.results', 'It sets the daily budget.'],
    [
      'R4.add.create-status',
      'search/create_search_campaign takes an optional `status` ENABLED (default) or PAUSED.',
    ],
    ['R4.add.create-status.effect', 'PAUSED leaves the campaign switched off.'],
  ]),

  ...section('4, gaps: writes', [
    ['R4.add.dryRun', 'Every write, and nothing else, takes an optional boolean `dryRun`, false by default.'],
    ['R4.add.dryRun.effect', 'A dry run checks everything, returns the plan and changes nothing.'],
    ['R4.add.planHash', 'Every write takes an optional string `planHash`.'],
    ['R4.add.planHash.effect', 'A plan that differs from the one of `planHash` answers 409 PLAN_CHANGED.'],
    ['R4.add.get_operation', 'operation/get_operation takes `operationId`.'],
    ['R4.add.get_operation.results', 'It returns state, steps and outcome of a write.'],
  ]),
]
