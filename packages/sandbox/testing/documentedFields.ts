// The fields that Meta documents for the nodes of the sandbox, as Meta's own SDK lists them. With them, the
// sandbox distinguishes a field that it does not model from a field that does not exist.

import { createRequire } from 'node:module'

interface SdkClass {
  readonly Fields: Readonly<Record<string, string>>
}

/** Classes of the SDK by the names that Meta's error messages use. */
const sdkClassesByType = {
  AdAccount: ['AdAccount'],
  AdCampaign: ['AdSet'],
  AdCampaignGroup: ['Campaign'],
  AdCreative: ['AdCreative'],
  AdGroup: ['Ad'],
  AdImage: ['AdImage'],
  AdReportRun: ['AdReportRun'],
  AdsInsights: ['AdsInsights'],
  AdsPixel: ['AdsPixel'],
  Business: ['Business'],
  CustomAudience: ['CustomAudience'],
  CustomConversion: ['CustomConversion'],
  IGMedia: ['IGMedia'],
  IGUser: ['IGUser'],
  LeadGenData: ['LeadgenForm'],
  Page: ['Page'],
  // A page's feed has posts of both kinds.
  Post: ['PagePost', 'Post'],
  User: ['User'],
  UserLeadGenInfo: ['Lead'],
}

/**
 * The SDK for Node lists no fields of videos. https://developers.facebook.com/docs/graph-api/reference/video
 */
const videoFields = `ad_breaks backdated_time backdated_time_granularity content_category content_tags copyright
  copyright_monitoring_status created_time custom_labels description embed_html embeddable event expiration format from icon id
  is_crosspost_video is_crossposting_eligible is_episode is_instagram_eligible is_reference_only length live_audience_count
  live_status music_video_copyright permalink_url picture place post_id post_views premiere_living_room_status privacy published
  scheduled_publish_time source spherical status title universal_video_id updated_time views`

/** Returns path and text of the generated file that the sandbox reads. */
export function documentedFields() {
  const require = createRequire(import.meta.url)
  // The package has no types. A class without fields fails below.
  const sdk = require('facebook-nodejs-business-sdk') as Readonly<Record<string, SdkClass>>
  const fieldsOf = (name: string): string[] => {
    const sdkClass = sdk[name]
    if (sdkClass === undefined) throw new Error(`facebook-nodejs-business-sdk has no class ${name}.`)
    return Object.values(sdkClass.Fields)
  }
  const entries = Object.entries(sdkClassesByType).map(([type, names]) => [
    type,
    joinUnique(names.flatMap(fieldsOf)),
  ])
  const tree = Object.fromEntries([...entries, ['Video', joinUnique(videoFields.split(/\s+/))]])
  return {
    path: 'packages/sandbox/data/social/documentedFields.json',
    text: `${JSON.stringify(tree, null, 2)}\n`,
  }
}

function joinUnique(fields: readonly string[]): string {
  return [...new Set(fields)].sort().join(' ')
}
