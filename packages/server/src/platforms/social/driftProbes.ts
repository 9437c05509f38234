// Probes for every read of the social platform that operations make.

import { dayMs } from '../../runtime/durations.ts'
import {
  buildAccountProbes,
  type DriftProbe,
  leadProbePeriodMs,
  storeFirst,
} from '../connector-kit/driftProbes.ts'
import type { SocialConnector } from './connector.ts'

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
const photoAccount = 'an Instagram account'
const video = 'a video'
const campaign = 'a campaign'
const pixel = 'a pixel'
const pagePost = 'a post of the page'
const photoPost = 'a post of the Instagram account'
const image = 'an image'
const leadForm = 'a lead form'
const activeLeadForm = 'a lead form in use'
const lead = 'a lead'
const audience = 'an audience'
const conversion = 'a custom conversion'
const interest = 'an interest'
/** No account has an audience with this name. */
const noAudience = { name: 'adrail drift', description: '', event: 'none', leadFormIds: [] }

export function buildSocialProbes(nowMs: number): readonly DriftProbe<SocialConnector>[] {
  return [
    ...buildOperationProbes(nowMs),
    ...buildAccountProbes({
      nowMs,
      levels: ['CAMPAIGN', 'AD_GROUP', 'AD'],
      operations: ['report/get_report'],
    }),
    ...buildLeadProbes(nowMs),
  ]
}

function buildOperationProbes(nowMs: number): readonly DriftProbe<SocialConnector>[] {
  // Meta keeps statistics of pixels for seven days.
  const sixDaysAgo = Math.floor((nowMs - 6 * dayMs) / 1000)
  return [
    {
      name: 'pictures',
      operations: ['auth/get_connected_accounts_data'],
      run(connector, { foundIds }) {
        storeFirst(foundIds, photoAccount, connector.selection.photoAccount?.id)
        return connector.readPictureUrls()
      },
    },
    {
      name: 'page posts',
      operations: ['social/get_page_posts'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, pagePost, (await connector.library.pagePosts(undefined)).rows[0]?.id)
      },
    },
    {
      name: 'photo posts',
      operations: ['social/get_page_posts'],
      neededKind: photoAccount,
      async run(connector, { id, foundIds }) {
        storeFirst(foundIds, photoPost, (await connector.library.photoPosts(id, undefined)).rows[0]?.id)
      },
    },
    {
      name: 'images',
      operations: ['social/get_ad_account_media'],
      async run(connector, { foundIds }) {
        // The id consists of the account and the hash.
        storeFirst(foundIds, image, (await connector.library.images(undefined)).rows[0]?.id.split(':')[1])
      },
    },
    {
      name: 'videos',
      operations: ['social/get_ad_account_media'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, video, (await connector.library.videos(undefined)).rows[0]?.id)
      },
    },
    {
      name: 'video',
      operations: ['social/get_video_info'],
      neededKind: video,
      run: (connector, { id }) => connector.library.findVideoById(id),
    },
    {
      name: 'uploads',
      operations: ['social/upload_video'],
      run: (connector) => connector.library.findVideoByMarker('none'),
    },
    {
      name: 'campaigns',
      operations: ['social/get_campaigns'],
      async run(connector, { foundIds }) {
        storeFirst(
          foundIds,
          campaign,
          (await connector.structure.readCampaignPage(statuses, undefined)).rows[0]?.id,
        )
      },
    },
    {
      name: 'deleted campaigns',
      operations: ['social/get_campaigns'],
      run: (connector) => connector.structure.readDeletedCampaignPage(undefined),
    },
    {
      name: 'budgets',
      operations: ['social/edit_campaign'],
      neededKind: campaign,
      run: (connector, { id }) => connector.structure.campaignBudgets(id),
    },
    {
      name: 'budget',
      operations: ['social/edit_campaign'],
      neededKind: campaign,
      run: (connector, { id }) => connector.structure.readBudget(id),
    },
    {
      name: 'status',
      operations: ['social/update_campaign_status'],
      neededKind: campaign,
      run: (connector, { id }) => connector.structure.campaignStatus(id),
    },
    {
      name: 'ad sets',
      operations: ['social/get_ad_sets'],
      neededKind: campaign,
      run: (connector, { id }) => connector.adGroups(id, undefined),
    },
    {
      name: 'ads',
      operations: ['social/get_ads'],
      neededKind: campaign,
      run: (connector, { id }) => connector.ads(id, undefined),
    },
    {
      name: 'insights',
      operations: ['social/get_campaign_insights'],
      neededKind: campaign,
      run: (connector, { id }) => connector.insights({ campaignId: id, periods: 'all' }),
    },
    {
      name: 'lead forms',
      operations: ['social/get_leadform_list'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, leadForm, (await connector.library.leadForms())[0]?.id)
      },
    },
    {
      name: 'audiences',
      operations: ['social/create_leadform_audience'],
      run: (connector) => connector.audiences.findCreated(noAudience, 0),
    },
    {
      name: 'all audiences',
      operations: ['social/get_audiences'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, audience, (await connector.audiences.list(undefined)).rows[0]?.id)
      },
    },
    {
      name: 'lead terms',
      operations: ['social/get_lead_form_terms', 'social/create_lead_form'],
      run: (connector) => connector.library.hasAcceptedLeadTerms(),
    },
    {
      name: 'labelled campaigns',
      operations: ['social/create_campaign'],
      run: (connector) => connector.creation.findByLabel('adrail drift', 'adrail:none'),
    },
    {
      name: 'campaign tree',
      operations: ['social/create_campaign'],
      neededKind: campaign,
      run: (connector, { id }) => connector.creation.readBack(id),
    },
    {
      name: 'running budgets',
      operations: ['social/create_campaign'],
      run: (connector) => connector.runningBudgets(),
    },
    {
      name: 'pixels',
      operations: ['social/get_pixels_list'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, pixel, (await connector.library.pixels())[0]?.id)
      },
    },
    {
      name: 'conversions',
      operations: ['social/get_custom_conversions'],
      neededKind: pixel,
      async run(connector, { id, foundIds }) {
        const result = await connector.library.findConversions(id, sixDaysAgo)
        storeFirst(foundIds, conversion, result?.conversions[0]?.id)
      },
    },
    {
      name: 'systems',
      operations: ['social/get_targeting_systems_lookup'],
      run: (connector) => connector.catalogs.systems('user_os'),
    },
    {
      name: 'devices',
      operations: ['social/get_targeting_systems_lookup'],
      run: (connector) => connector.catalogs.systems('user_device'),
    },
    {
      name: 'locales',
      operations: ['social/get_targeting_locales_lookup'],
      run: (connector) => connector.catalogs.locales(),
    },
    {
      name: 'places',
      operations: ['social/search_targeting_locations'],
      run: (connector) => connector.catalogs.places('Berlin'),
    },
    {
      name: 'interests',
      operations: ['social/search_targeting_interests'],
      async run(connector, { foundIds }) {
        storeFirst(foundIds, interest, (await connector.catalogs.interests('coffee', [], []))[0]?.id)
      },
    },
    {
      name: 'references of a new campaign',
      operations: ['social/create_campaign'],
      run(connector, { foundIds }) {
        const idsOf = (kind: string) => [foundIds.get(kind) ?? []].flat()
        const [leadFormId, pixelId, conversionId] = [leadForm, pixel, conversion].map((kind) =>
          foundIds.get(kind),
        )
        return connector.creation.references({
          ...(leadFormId === undefined ? {} : { leadFormId }),
          ...(pixelId === undefined ? {} : { pixelId, eventsSince: sixDaysAgo }),
          ...(conversionId === undefined ? {} : { conversionId }),
          audienceIds: idsOf(audience),
          pagePostIds: idsOf(pagePost),
          photoPostIds: idsOf(photoPost),
          videoIds: idsOf(video),
          imageHashes: idsOf(image),
          interestIds: idsOf(interest),
          places: { countries: ['DE'] },
        })
      },
    },
  ]
}

function buildLeadProbes(nowMs: number): readonly DriftProbe<SocialConnector>[] {
  const since = (nowMs - leadProbePeriodMs) / 1000
  return [
    {
      name: 'questions of lead forms',
      operations: ['lead/list_leads', 'social/create_lead_form', 'social/create_test_lead'],
      async run(connector, { foundIds }) {
        storeFirst(
          foundIds,
          activeLeadForm,
          (await connector.leads.listForms()).find(({ status }) => status === 'ACTIVE')?.id,
        )
      },
    },
    {
      name: 'leads',
      operations: ['lead/list_leads'],
      neededKind: activeLeadForm,
      async run(connector, { id, foundIds }) {
        storeFirst(foundIds, lead, (await connector.leads.listCreatedSince(id, since))[0]?.id)
      },
    },
    {
      name: 'test leads',
      operations: ['lead/list_leads', 'social/create_test_lead'],
      neededKind: activeLeadForm,
      run: (connector, { id }) => connector.leads.listTestIds(id),
    },
    {
      name: 'lead',
      operations: ['lead/get_lead'],
      neededKind: lead,
      run: (connector, { id }) => connector.leads.readLead(id),
    },
  ]
}
