// Section 2 contains the objects of responses. Each rule lists all fields of one object with their types.

import { section } from './requirement.ts'

export const resources = [
  ...section('2', [
    ['R2.types', 'Every documented field of a result is declared with its documented type.'],
    [
      'R2.present',
      'All fields are returned. Decided: missing texts are "", missing numbers 0; only what is named optional may be absent.',
    ],
  ]),

  ...section('2.1', [
    [
      'R2.1',
      '`results.connectedAccounts` is an object; members of platforms that are not linked are absent.',
    ],
    [
      'R2.1.socialAds',
      '`socialAds`: userName string, adAccountId number, adAccountName string, currencyCode string, primaryPage, secondaryPage.',
    ],
    [
      'R2.1.pages',
      '`primaryPage`, `secondaryPage`: id, name, pictureUrl, businessManagerId, all strings. Decided: secondaryPage is the photo account, absent when none was chosen.',
    ],
    [
      'R2.1.proAds',
      '`proAds`: userName string, accountId number, accountName string, currencyCode string, organizationId string.',
    ],
    [
      'R2.1.searchAds',
      '`searchAds`: userName string, email string, accountId number, accountName string, currencyCode string, managerId string.',
    ],
    ['R2.1.digits', 'Decided: account ids typed number keep all their digits, however many there are.'],
    [
      'R2.1.text',
      'Decided: beside each, `adAccountIdText` or `accountIdText` is the same id as text, for clients that round numbers.',
    ],
  ]),

  ...section('2.2', [
    [
      'R2.2',
      'Page post: id, createdTime, postUrl, mediaType, primaryText, image strings; height, width numbers; video, videoId strings.',
    ],
    ['R2.2.createdTime', '`createdTime` is shaped YYYY-MM-DDThh:mm:ss+0000.'],
    ['R2.2.video', '`video` and `videoId` are present for video posts.'],
    [
      'R2.gap.mediaType',
      'Values of `mediaType` beyond `video` not shown. Decided: video, image, carousel, link, text, other.',
    ],
  ]),

  ...section('2.3', [['R2.3', 'Media item: url string, width number, height number, id string.']]),

  ...section('2.4', [
    ['R2.4', '`results.insights`: name string, stats object, adsets object, error string.'],
    ['R2.4.stats', '`stats`: 31 fields, all strings except the arrays cost_per_action_type and actions.'],
    [
      'R2.4.adsets',
      '`adsets` is a map keyed by ad-set id; each entry has name string, stats as above, ads object.',
    ],
    [
      'R2.gap.action-entries',
      'Entries of `cost_per_action_type` and `actions` not shown. Decided: action_type string, value string.',
    ],
    ['R2.gap.ads', 'Contents of `ads` not shown. Decided: keyed by ad id, each with name and stats.'],
    [
      'R2.gap.rankings',
      'Values of the rankings not shown. Decided: as the platform gives them; UNKNOWN when it gives none.',
    ],
  ]),

  ...section('2.5', [
    [
      'R2.5',
      '`results.video`: id, source strings; thumbnails.data of id string, height number, scale number, uri string, width number, is_preferred boolean.',
    ],
    [
      'R2.5.status',
      '`status`: video_status; uploading_phase.status; processing_phase.status; publishing_phase.status, publish_status, publish_time; all strings. Decided: phases the platform leaves out are present with "".',
    ],
  ]),

  ...section('2.6', [
    [
      'R2.6',
      'Audience: name, sourcePlatform strings; id number; type, account strings; inputCount number; destinations array.',
    ],
    [
      'R2.6.destinations',
      'Destination: destination string; lastModified, audienceSize, created numbers; destinationSegmentId, status strings; matchedCount number.',
    ],
    [
      'R2.gap.audience-values',
      'Values of `type` and `sourcePlatform` not shown. Decided: passed on as the platform gives them.',
    ],
  ]),

  ...section('2.7', [
    [
      'R2.7',
      'Targeting system: type, name, platform, description strings; description is a semicolon-separated list of versions.',
    ],
  ]),
  ...section('2.8', [
    [
      'R2.8',
      'Interest: id, name, type strings; path array of strings; audience_size_lower_bound, audience_size_upper_bound numbers; description string.',
    ],
  ]),
  ...section('2.9', [
    [
      'R2.9',
      'Location: key, name, region, country_name, type, country_code strings; region_id number; supports_region, supports_city booleans.',
    ],
  ]),

  ...section('2.10', [
    ['R2.10.locales', '`results.locales`: name string, key string.'],
    ['R2.10.leadForms', '`results.leadForms`: id string, name string, status string.'],
    ['R2.10.leadFormInfo', '`results.leadFormInfo`: leadFormAssetId string, name string.'],
    ['R2.10.pixels', '`results.pixels`: id string, name string.'],
    [
      'R2.10.customConversions',
      '`results.customConversions`: name string, value string, is_custom_event boolean.',
    ],
    ['R2.10.keywords', '`results.keywords`: keyword string, searchVolume number, cpc number.'],
    ['R2.10.locationAssets', '`results.locationAssets`: id string, name string, place_id string.'],
    ['R2.10.audience', '`results.audience`: id string, name string.'],
    ['R2.10.link', '`results.link` is a string.'],
    ['R2.10.leadFormAssetId', '`results.leadFormAssetId` is a string.'],
    ['R2.10.locationGroupId', '`results.locationGroupId` is a string.'],
    [
      'R2.10.campaign',
      'Campaign creation answers adGroupResourceName, campaignResourceName, additionalMessage, all strings.',
    ],
    [
      'R2.gap.user',
      'Fields of the user record not shown. Decided: userId, name, email, externalId, createdAt, connections; absent text is "".',
    ],
    [
      'R2.gap.user-connections',
      'Decided: each linked platform of a user with platform, health, reason, expiresAt.',
    ],
  ]),
]
