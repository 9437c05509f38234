// Probes for every read of the social platform that operations make.

import { keep, type Probe } from '../probe.ts'

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
const photoAccount = 'a photo account'
const video = 'a video'
const campaign = 'a campaign'
const pixel = 'a pixel'
const pagePost = 'a post of the page'
const photoPost = 'a post of the photo account'
const image = 'an image'
const leadForm = 'a lead form'
const audience = 'an audience'
const conversion = 'a custom conversion'
const interest = 'an interest'
/** No account has an audience with this name. */
const noAudience = { name: 'adrail drift', description: '', event: 'none', leadFormIds: [] }
const daySeconds = 86_400

export function socialProbes(nowMs: number): readonly Probe<'social'>[] {
  // Meta keeps statistics of pixels for seven days.
  const sixDaysAgo = Math.floor(nowMs / 1000) - 6 * daySeconds
  return [
    {
      name: 'pictures',
      operations: ['auth/get_connected_accounts_data'],
      run(connector, { finds }) {
        keep(finds, photoAccount, connector.selection.photoAccount?.id)
        return connector.pictures()
      },
    },
    {
      name: 'page posts',
      operations: ['social/get_page_posts'],
      async run(of, { finds }) {
        keep(finds, pagePost, (await of.pagePosts(undefined)).rows[0]?.id)
      },
    },
    {
      name: 'photo posts',
      operations: ['social/get_page_posts'],
      needs: photoAccount,
      async run(of, { id, finds }) {
        keep(finds, photoPost, (await of.photoPosts(id, undefined)).rows[0]?.id)
      },
    },
    {
      name: 'images',
      operations: ['social/get_ad_account_media'],
      async run(of, { finds }) {
        // The id consists of the account and the hash.
        keep(finds, image, (await of.images(undefined)).rows[0]?.id.split(':')[1])
      },
    },
    {
      name: 'videos',
      operations: ['social/get_ad_account_media'],
      async run(of, { finds }) {
        keep(finds, video, (await of.videos(undefined)).rows[0]?.id)
      },
    },
    { name: 'video', operations: ['social/get_video_info'], needs: video, run: (of, { id }) => of.video(id) },
    { name: 'uploads', operations: ['social/upload_video'], run: (of) => of.findVideo('none') },
    {
      name: 'campaigns',
      operations: ['social/get_campaigns'],
      async run(of, { finds }) {
        keep(finds, campaign, (await of.campaigns(statuses, undefined)).rows[0]?.id)
      },
    },
    {
      name: 'deleted campaigns',
      operations: ['social/get_campaigns'],
      run: (of) => of.deletedCampaigns(undefined),
    },
    {
      name: 'budgets',
      operations: ['social/edit_campaign'],
      needs: campaign,
      run: (of, { id }) => of.campaignBudgets(id),
    },
    {
      name: 'budget',
      operations: ['social/edit_campaign'],
      needs: campaign,
      run: (of, { id }) => of.budgetOf(id),
    },
    {
      name: 'status',
      operations: ['social/update_campaign_status'],
      needs: campaign,
      run: (of, { id }) => of.campaignStatus(id),
    },
    {
      name: 'ad sets',
      operations: ['social/get_ad_sets'],
      needs: campaign,
      run: (of, { id }) => of.adSets(id, undefined),
    },
    {
      name: 'ads',
      operations: ['social/get_ads'],
      needs: campaign,
      run: (of, { id }) => of.ads(id, undefined),
    },
    {
      name: 'insights',
      operations: ['social/get_campaign_insights'],
      needs: campaign,
      run: (of, { id }) => of.insights({ campaignId: id, periods: 'all' }),
    },
    {
      name: 'lead forms',
      operations: ['social/get_leadform_list'],
      async run(of, { finds }) {
        keep(finds, leadForm, (await of.leadForms())[0]?.id)
      },
    },
    {
      name: 'audiences',
      operations: ['social/create_leadform_audience'],
      run: (of) => of.audiences.find(noAudience, 0),
    },
    {
      name: 'all audiences',
      operations: ['social/get_audiences'],
      async run(of, { finds }) {
        keep(finds, audience, (await of.audiences.list(undefined)).rows[0]?.id)
      },
    },
    {
      name: 'lead terms',
      operations: ['social/get_lead_form_terms', 'social/create_lead_form'],
      run: (of) => of.leadTermsAccepted(),
    },
    {
      name: 'labelled campaigns',
      operations: ['social/create_campaign'],
      run: (of) => of.creation.find('adrail drift', 'adrail:none'),
    },
    {
      name: 'campaign tree',
      operations: ['social/create_campaign'],
      needs: campaign,
      run: (of, { id }) => of.creation.readBack(id),
    },
    { name: 'running budgets', operations: ['social/create_campaign'], run: (of) => of.runningBudgets() },
    {
      name: 'pixels',
      operations: ['social/get_pixels_list'],
      async run(of, { finds }) {
        keep(finds, pixel, (await of.pixels())[0]?.id)
      },
    },
    {
      name: 'conversions',
      operations: ['social/get_custom_conversions'],
      needs: pixel,
      async run(of, { id, finds }) {
        const found = await of.conversions(id, sixDaysAgo)
        keep(finds, conversion, found?.conversions[0]?.id)
      },
    },
    {
      name: 'systems',
      operations: ['social/get_targeting_systems_lookup'],
      run: (of) => of.catalogues.systems('user_os'),
    },
    {
      name: 'devices',
      operations: ['social/get_targeting_systems_lookup'],
      run: (of) => of.catalogues.systems('user_device'),
    },
    {
      name: 'locales',
      operations: ['social/get_targeting_locales_lookup'],
      run: (of) => of.catalogues.locales(),
    },
    {
      name: 'places',
      operations: ['social/search_targeting_locations'],
      run: (of) => of.catalogues.places('Berlin'),
    },
    {
      name: 'interests',
      operations: ['social/search_targeting_interests'],
      async run(of, { finds }) {
        keep(finds, interest, (await of.catalogues.interests('coffee', [], []))[0]?.id)
      },
    },
    {
      name: 'references of a new campaign',
      operations: ['social/create_campaign'],
      run(of, { finds }) {
        const idsOf = (what: string) => [finds.get(what) ?? []].flat()
        const [leadFormId, pixelId, conversionId] = [leadForm, pixel, conversion].map((what) =>
          finds.get(what),
        )
        return of.creation.references({
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
