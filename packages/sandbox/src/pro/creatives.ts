// Creatives: the ads themselves. Unlike those of the other resources their keys are URNs; their review follows the clock.

import type { Call } from '../core/exchange.ts'
import { creativeEditors, urn } from './access.ts'
import { restCall } from './call.ts'
import { campaignServing, campaigns } from './campaigns.ts'
import { byPlatform, type ChangeTable, changeCalls, createAs } from './changes.ts'
import { requireFitting } from './creativeFit.ts'
import { badParam, refusal, schemaRefusal } from './errors.ts'
import { recordOf } from './fields.ts'
import { makePost } from './library/posts.ts'
import { cursorPage, cursorParams } from './paging.ts'
import type { RestRequest } from './request.ts'
import { accountResource, type Finder, readCalls, rowsOf } from './resource.ts'
import { type AdAccount, type Creative, creativeStatuses, libraryOf } from './state.ts'
import { statusOf } from './status.ts'

const reviewMs = 24 * 3_600_000

type CreativeDraft = Omit<Creative, 'id'>

function reviewOf({ reviewedAt, rejectionReasons }: CreativeDraft, now: number) {
  if (now < reviewedAt) return { status: 'PENDING' }
  return rejectionReasons === undefined ? { status: 'APPROVED' } : { status: 'REJECTED', rejectionReasons }
}

function creativeWire(request: RestRequest, creative: Creative, account: AdAccount) {
  const { now, exchange } = request
  const review = reviewOf(creative, now)
  const campaign = exchange.state.pro.campaigns[creative.campaign]
  const holds: string[] = []
  if (creative.intendedStatus !== 'ACTIVE') holds.push('STOPPED')
  if (review.status === 'PENDING') holds.push('UNDER_REVIEW')
  if (review.status === 'REJECTED') holds.push('REJECTED')
  if (campaign === undefined || campaignServing(request, campaign, account)[0] !== 'RUNNABLE') {
    holds.push('CAMPAIGN_STOPPED')
  }
  return {
    id: urn('sponsoredCreative', creative.id),
    account: urn('sponsoredAccount', creative.account),
    campaign: urn('sponsoredCampaign', creative.campaign),
    ...(creative.name === undefined ? {} : { name: creative.name }),
    content: creative.content,
    ...(creative.leadgenCallToAction === undefined
      ? {}
      : { leadgenCallToAction: creative.leadgenCallToAction }),
    intendedStatus: creative.intendedStatus,
    isServing: holds.length === 0,
    ...(holds.length === 0 ? {} : { servingHoldReasons: holds }),
    review,
    isTest: creative.test,
    createdAt: creative.created,
    createdBy: urn('person', creative.createdBy),
    lastModifiedAt: creative.lastModified,
    lastModifiedBy: urn('person', creative.lastModifiedBy),
  }
}

const creatives = accountResource<Creative>({
  name: 'creatives',
  key: 'creative',
  resource: 'partnerApiCreatives',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives',
  urnKind: 'sponsoredCreative',
  keyedByUrn: true,
  rows: (pro) => pro.creatives,
  wire: creativeWire,
})

const changes: ChangeTable<CreativeDraft> = {
  fields: {
    ...byPlatform(
      'id',
      'account',
      'isServing',
      'servingHoldReasons',
      'review',
      'isTest',
      'createdAt',
      'createdBy',
      'lastModifiedAt',
      'lastModifiedBy',
    ),
    campaign: { by: 'creator', kind: 'text', required: true },
    content: { by: 'creator', kind: 'record', required: true },
    leadgenCallToAction: { by: 'creator', kind: 'record' },
    intendedStatus: { by: 'editor', kind: 'text', required: true },
    name: { by: 'editor', kind: 'text', removable: true },
  },
  editors: creativeEditors,
  firstId: 295_900_000,
  effect: 'creative',
  status: {
    member: 'intendedStatus',
    words: creativeStatuses,
    // Until its review a creative can be deleted, and its status stays. OCA/social#1895 deletes and reads the status back.
    deletable: (request, creative) => reviewOf(creative, request.now).status === 'PENDING',
    problems(request, creative, to) {
      if (to === creative.intendedStatus || creative.intendedStatus === 'DRAFT') return []
      if (reviewOf(creative, request.now).status !== 'PENDING') return []
      const description = 'The status of a creative under review cannot be changed'
      return [{ code: 'STATUS_CHANGE_NOT_ALLOWED', fieldPath: '/intendedStatus', description }]
    },
  },
  begin(request, account, given) {
    const campaign = campaigns.find(request, account, String(given['campaign']))
    if (campaign === undefined) throw refusal('NO_PERMISSION_ON_ENTITY')
    requireFitting(request, campaign, given)
    const { now, member } = request
    const form = recordOf(given['leadgenCallToAction'])
    return {
      account: account.id,
      campaign: campaign.id,
      ...(given['name'] === undefined ? {} : { name: String(given['name']) }),
      content: Object(given['content']),
      ...(form === undefined ? {} : { leadgenCallToAction: form }),
      intendedStatus: statusOf(String(given['intendedStatus']), creativeStatuses),
      created: now,
      createdBy: member.ids.pro,
      lastModified: now,
      lastModifiedBy: member.ids.pro,
      reviewedAt: now + reviewMs,
      test: account.test,
    }
  },
  stamp: ({ now, member }) => ({ lastModified: now, lastModifiedBy: member.ids.pro }),
  createdDetail: ({ campaign }) => ({ campaign }),
}

/** The words of a criterion, each a URN of the given kind or a plain word. */
function wanted(request: RestRequest, name: string): readonly string[] | undefined {
  return request.list(name)?.map((value, index) => {
    if (typeof value !== 'string') throw badParam(`${name}/${index}`)
    return value
  })
}

const criteria: Finder<Creative, AdAccount> = {
  finder: 'criteria',
  methodHeader: 'required',
  params: [
    'creatives',
    'campaigns',
    'contentReferences',
    'intendedStatuses',
    'isTestAccount',
    'isTotalIncluded',
    'leadgenCreativeCallToActionDestinations',
    'sortOrder',
    ...cursorParams,
  ],
  answer(request, account, wire) {
    const ids = wanted(request, 'creatives')
    const inCampaigns = wanted(request, 'campaigns')
    const references = wanted(request, 'contentReferences')
    const statuses = wanted(request, 'intendedStatuses')
    for (const [index, word] of (statuses ?? []).entries()) {
      if (!creativeStatuses.some((status) => status === word)) throw badParam(`intendedStatuses/${index}`)
    }
    const test = request.text('isTestAccount')
    const rows = rowsOf(creatives)(request, account).filter(
      (row) =>
        (ids?.includes(urn('sponsoredCreative', row.id)) ?? true) &&
        (inCampaigns?.includes(urn('sponsoredCampaign', row.campaign)) ?? true) &&
        (references?.includes(String(row.content['reference'])) ?? true) &&
        (statuses?.includes(row.intendedStatus) ?? true) &&
        (test === undefined || String(row.test) === test),
    )
    const page = cursorPage(request, rows, wire, 100)
    return request.text('isTotalIncluded') === 'true' ? { ...page, paging: { total: rows.length } } : page
  },
}

/**
 * A post for the ad alone and the ad that shows it, made together or not at all. Its answer names the ad in its body.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives#create-inline
 */
const createInline = restCall({
  name: 'creatives.createInline',
  path: creatives.path,
  method: 'ACTION',
  action: 'createInline',
  resource: creatives.resource,
  scopes: ['rw_ads'],
  source: creatives.source,
  answer(request) {
    const account = creatives.around(request)
    const { inlineContent, ...given } = recordOf(recordOf(request.json())?.['creative']) ?? {}
    const post = recordOf(recordOf(inlineContent)?.['post'])
    if (post === undefined)
      throw schemaRefusal([
        '/creative/inlineContent/post :: field is required but not found and has no default value',
      ])
    const made = makePost(request, post, account.id)
    const { posts } = libraryOf(request.exchange.state.pro)
    posts[made.urn] = made
    try {
      const content = { reference: made.urn }
      const creative = createAs(creatives, changes, request, account, { ...given, content })
      return { body: { value: { creative: urn('sponsoredCreative', creative) } } }
    } catch (error) {
      delete posts[made.urn]
      throw error
    }
  },
})

export const creativeCalls: readonly Call[] = [
  ...readCalls(creatives, criteria),
  createInline,
  ...changeCalls(creatives, changes),
]
