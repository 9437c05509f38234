// Every read of the social platform that operations make.

import { keep, type Probe } from '../probe.ts'

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
const photoAccount = 'a photo account'
const video = 'a video'
const campaign = 'a campaign'
const pixel = 'a pixel'
/** An audience that nobody has. */
const noAudience = { name: 'adrail drift', description: '', event: 'none', leadFormIds: [] }
const daySeconds = 86_400

export function socialProbes(nowMs: number): readonly Probe<'social'>[] {
  return [
    {
      name: 'pictures',
      operations: ['auth/get_connected_accounts_data'],
      run(connector, { finds }) {
        keep(finds, photoAccount, connector.selection.photoAccount?.id)
        return connector.pictures()
      },
    },
    { name: 'page posts', operations: ['social/get_page_posts'], run: (of) => of.pagePosts(undefined) },
    {
      name: 'photo posts',
      operations: ['social/get_page_posts'],
      needs: photoAccount,
      run: (of, { id }) => of.photoPosts(id, undefined),
    },
    { name: 'images', operations: ['social/get_ad_account_media'], run: (of) => of.images(undefined) },
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
    { name: 'lead forms', operations: ['social/get_leadform_list'], run: (of) => of.leadForms() },
    {
      name: 'audiences',
      operations: ['social/create_leadform_audience'],
      run: (of) => of.audiences.find(noAudience, 0),
    },
    {
      name: 'all audiences',
      operations: ['social/get_audiences'],
      run: (of) => of.audiences.list(undefined),
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
      run: (of, { id }) => of.conversions(id, Math.floor(nowMs / 1000) - 6 * daySeconds),
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
      run: (of) => of.catalogues.interests('coffee', [], []),
    },
  ]
}
