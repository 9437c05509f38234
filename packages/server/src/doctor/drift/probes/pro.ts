// Probes for every LinkedIn read that operations make.

import { keep, type Probe } from '../probe.ts'

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

export const proProbes: readonly Probe<'pro'>[] = [
  { name: 'audiences', operations: ['pro/get_audiences_list'], run: (of) => of.segments() },
  {
    name: 'campaign groups',
    operations: ['pro/get_campaigns'],
    async run(of, { finds }) {
      keep(finds, group, (await of.structure.groups(['ACTIVE', 'PAUSED'], undefined)).rows[0]?.id)
    },
  },
  {
    name: 'campaign group',
    operations: ['pro/update_campaign_status', 'pro/edit_campaign'],
    needs: group,
    run: (of, { id }) => of.structure.group(id),
  },
  {
    name: 'campaigns of a group',
    operations: ['pro/get_ad_groups'],
    needs: group,
    async run(of, { id, finds }) {
      keep(finds, campaign, (await of.structure.campaignsOf(id))[0]?.id)
    },
  },
  {
    name: 'campaign',
    operations: ['pro/edit_campaign'],
    needs: campaign,
    run: (of, { id }) => of.structure.campaign(id),
  },
  {
    name: 'creatives',
    operations: ['pro/get_ads'],
    needs: campaign,
    async run(of, { id, finds }) {
      keep(finds, creative, (await of.structure.creativesOf(id))[0]?.id)
    },
  },
  {
    name: 'creative',
    operations: ['pro/create_campaign'],
    needs: creative,
    run: (of, { id }) => of.structure.creative(id),
  },
  {
    name: 'running budgets',
    operations: ['pro/create_campaign', 'pro/edit_campaign'],
    run: (of) => of.runningBudgets(),
  },
  {
    name: 'name of a campaign group',
    operations: ['pro/get_campaign_insights'],
    needs: group,
    run: (of, { id }) => of.campaignName(id),
  },
  {
    name: 'targeting entities',
    operations: ['pro/search_targeting'],
    run: (of) => of.targeting.listed('seniorities'),
  },
  {
    name: 'targeting search',
    operations: ['pro/search_targeting'],
    run: (of) => of.targeting.searched('locations', 'United States'),
  },
  {
    name: 'posts',
    operations: ['pro/get_page_posts'],
    async run(of, { finds }) {
      const { rows } = await of.library.posts(undefined)
      keep(finds, post, rows[0]?.id)
      const [, id] = /urn:li:video:([\w-]+)/.exec(JSON.stringify(rows.map(({ content }) => content))) ?? []
      keep(finds, video, id)
      const [image] = /urn:li:image:[\w-]+/.exec(JSON.stringify(rows.map(({ content }) => content))) ?? []
      await of.library.imageAddresses(image === undefined ? [] : [image])
    },
  },
  {
    name: 'post',
    operations: ['pro/create_campaign'],
    needs: post,
    run: (of, { id }) => of.library.post(id),
  },
  {
    name: 'video',
    operations: ['pro/upload_video', 'pro/create_campaign'],
    needs: video,
    run: (of, { id }) => of.library.video(id),
  },
  {
    name: 'targeting entities by URN',
    operations: ['pro/create_campaign'],
    run: (of) => of.targeting.existing([place]),
  },
  { name: 'audience counts', operations: ['pro/create_campaign'], run: (of) => of.targeting.reach(criteria) },
  {
    name: 'prices',
    operations: ['pro/create_campaign'],
    run: (of) =>
      of.targeting.pricing({
        bidType: 'CPM',
        objectiveType: 'WEBSITE_VISIT',
        optimizationTargetType: 'MAX_CLICK',
        currency: of.selection.currencyCode,
        criteria,
      }),
  },
  {
    name: 'named campaign groups',
    operations: ['pro/create_campaign'],
    run: (of) => of.structure.groupsNamed('adrail drift'),
  },
  { name: 'lead forms', operations: ['pro/get_lead_forms'], run: (of) => of.library.leadForms() },
  {
    name: 'conversions',
    operations: ['pro/get_conversions'],
    async run(of, { finds }) {
      keep(finds, conversion, (await of.library.conversions())[0]?.id)
    },
  },
  {
    name: 'conversion of a campaign',
    operations: ['pro/create_campaign'],
    needs: conversion,
    run: (of, { id, finds }) => of.structure.counts(finds.get(campaign) ?? '0', id),
  },
]
