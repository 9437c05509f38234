// Probes for every LinkedIn read that operations make.

import {
  buildAccountProbes,
  type DriftProbe,
  leadProbePeriodMs,
  storeFirst,
} from '../connector-kit/driftProbes.ts'
import type { ProConnector } from './connector.ts'

const group = 'a campaign group'
const campaign = 'a campaign'
const creative = 'a creative'
const conversion = 'a conversion'
const post = 'a post'
const video = 'a video'
/**
 * The URN means the United States.
 * https://learn.microsoft.com/en-us/linkedin/shared/references/v2/standardized-data/locations/geo
 */
const place = 'urn:li:geo:103644278'
const criteria = { include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': [place] } }] } }

export function buildProProbes(nowMs: number): readonly DriftProbe<ProConnector>[] {
  return [
    ...operationProbes,
    ...buildAccountProbes({
      nowMs,
      levels: ['CAMPAIGN', 'AD_GROUP', 'AD'],
      operations: ['report/get_report', 'pro/get_campaign_insights'],
    }),
    {
      name: 'leads',
      operations: ['lead/list_leads', 'lead/get_lead'],
      async run(connector) {
        for (const areTests of [false, true])
          await connector.leads.listSubmittedWithin(
            { start: nowMs - leadProbePeriodMs, end: nowMs },
            areTests,
          )
      },
    },
    {
      name: 'groups of campaigns',
      operations: ['lead/list_leads'],
      neededKind: campaign,
      run: (connector, { id }) => connector.leads.findGroupIds([id]),
    },
    {
      name: 'lead notifications',
      operations: ['lead/list_leads'],
      run: (connector) => connector.leads.notifications(),
    },
  ]
}

const operationProbes: readonly DriftProbe<ProConnector>[] = [
  { name: 'audiences', operations: ['pro/get_audiences_list'], run: (connector) => connector.segments() },
  {
    name: 'campaign groups',
    operations: ['pro/get_campaigns'],
    async run(connector, { foundIds }) {
      storeFirst(
        foundIds,
        group,
        (await connector.structure.readGroupPage(['ACTIVE', 'PAUSED'], undefined)).rows[0]?.id,
      )
    },
  },
  {
    name: 'campaign group',
    operations: ['pro/update_campaign_status', 'pro/edit_campaign'],
    neededKind: group,
    run: (connector, { id }) => connector.structure.group(id),
  },
  {
    name: 'campaigns of a group',
    operations: ['pro/get_ad_groups'],
    neededKind: group,
    async run(connector, { id, foundIds }) {
      storeFirst(foundIds, campaign, (await connector.structure.listGroupCampaigns(id))[0]?.id)
    },
  },
  {
    name: 'campaign',
    operations: ['pro/edit_campaign'],
    neededKind: campaign,
    run: (connector, { id }) => connector.structure.campaign(id),
  },
  {
    name: 'creatives',
    operations: ['pro/get_ads'],
    neededKind: campaign,
    async run(connector, { id, foundIds }) {
      storeFirst(foundIds, creative, (await connector.structure.listCampaignCreatives(id))[0]?.id)
    },
  },
  {
    name: 'audiences of ad groups',
    operations: ['pro/get_ad_groups'],
    neededKind: group,
    run: (connector, { id }) => connector.adGroups(id, undefined),
  },
  {
    name: 'posts of ads',
    operations: ['pro/get_ads'],
    neededKind: group,
    run: (connector, { id }) => connector.ads(id, undefined),
  },
  {
    name: 'creative',
    operations: ['pro/create_campaign'],
    neededKind: creative,
    run: (connector, { id }) => connector.structure.creative(id),
  },
  {
    name: 'running budgets',
    operations: ['pro/create_campaign', 'pro/edit_campaign'],
    run: (connector) => connector.runningBudgets(),
  },
  {
    name: 'name of a campaign group',
    operations: ['pro/get_campaign_insights'],
    neededKind: group,
    run: (connector, { id }) => connector.campaignName(id),
  },
  {
    name: 'targeting entities',
    operations: ['pro/search_targeting'],
    run: (connector) => connector.targeting.listEntities('seniorities'),
  },
  {
    name: 'targeting search',
    operations: ['pro/search_targeting'],
    run: (connector) => connector.targeting.searchEntities('locations', 'United States'),
  },
  {
    name: 'posts',
    operations: ['pro/get_page_posts'],
    async run(connector, { foundIds }) {
      const { rows } = await connector.library.posts(undefined)
      storeFirst(foundIds, post, rows[0]?.id)
      const [, id] = /urn:li:video:([\w-]+)/.exec(JSON.stringify(rows.map(({ content }) => content))) ?? []
      storeFirst(foundIds, video, id)
      const [image] = /urn:li:image:[\w-]+/.exec(JSON.stringify(rows.map(({ content }) => content))) ?? []
      await connector.library.imageUrls(image === undefined ? [] : [image])
    },
  },
  {
    name: 'post',
    operations: ['pro/create_campaign'],
    neededKind: post,
    run: (connector, { id }) => connector.library.findPost(id),
  },
  {
    name: 'video',
    operations: ['pro/upload_video', 'pro/create_campaign'],
    neededKind: video,
    run: (connector, { id }) => connector.library.findVideo(id),
  },
  {
    name: 'targeting entities by URN',
    operations: ['pro/create_campaign'],
    run: (connector) => connector.targeting.findExistingEntities([place]),
  },
  {
    name: 'audience counts',
    operations: ['pro/create_campaign'],
    run: (connector) => connector.targeting.estimateReach(criteria),
  },
  {
    name: 'prices',
    operations: ['pro/create_campaign'],
    run: (connector) =>
      connector.targeting.loadPricing({
        bidType: 'CPM',
        objectiveType: 'WEBSITE_VISIT',
        optimizationTargetType: 'MAX_CLICK',
        currency: connector.selection.currencyCode,
        criteria,
      }),
  },
  {
    name: 'named campaign groups',
    operations: ['pro/create_campaign'],
    run: (connector) => connector.structure.listGroupsByName('adrail drift'),
  },
  {
    name: 'lead forms',
    operations: ['pro/get_lead_forms'],
    run: (connector) => connector.library.leadForms(),
  },
  {
    name: 'conversions',
    operations: ['pro/get_conversions'],
    async run(connector, { foundIds }) {
      storeFirst(foundIds, conversion, (await connector.library.conversions())[0]?.id)
    },
  },
  {
    name: 'conversion of a campaign',
    operations: ['pro/create_campaign'],
    neededKind: conversion,
    run: (connector, { id, foundIds }) =>
      connector.structure.isConversionAssociated(foundIds.get(campaign) ?? '0', id),
  },
]
