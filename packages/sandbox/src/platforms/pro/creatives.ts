// Creatives, the ads of the platform. Unlike other resources, they have URNs as keys. The clock decides their
// review.

import type { Call } from '../../core/exchange.ts'
import { creativeEditors, toUrn } from './access.ts'
import { restCall } from './call.ts'
import { campaignResource, campaignServingStatuses } from './campaigns.ts'
import { type ChangeTable, changeCalls, createEntity, platformFields } from './changes.ts'
import { assertCreativeFits } from './creativeFit.ts'
import { invalidParam, proError, schemaError } from './errors.ts'
import { asRecord } from './fields.ts'
import { createAdPost } from './library/posts.ts'
import { cursorPage, cursorParams } from './paging.ts'
import type { RestRequest } from './request.ts'
import { accountResource, type Finder, listRows, readCalls } from './resource.ts'
import { creativeStatuses, getContentLibrary, type ProAdAccount, type ProCreative } from './state.ts'
import { parseStatus } from './status.ts'

const reviewMs = 24 * 3_600_000

type CreativeDraft = Omit<ProCreative, 'id'>

function reviewState({ reviewedAt, rejectionReasons }: CreativeDraft, now: number) {
  if (now < reviewedAt) return { status: 'PENDING' }
  return rejectionReasons === undefined ? { status: 'APPROVED' } : { status: 'REJECTED', rejectionReasons }
}

function serializeCreative(request: RestRequest, creative: ProCreative, account: ProAdAccount) {
  const { now, exchange } = request
  const review = reviewState(creative, now)
  const campaign = exchange.state.pro.campaigns[creative.campaign]
  const holds: string[] = []
  if (creative.intendedStatus !== 'ACTIVE') holds.push('STOPPED')
  if (review.status === 'PENDING') holds.push('UNDER_REVIEW')
  if (review.status === 'REJECTED') holds.push('REJECTED')
  if (campaign === undefined || campaignServingStatuses(request, campaign, account)[0] !== 'RUNNABLE') {
    holds.push('CAMPAIGN_STOPPED')
  }
  return {
    id: toUrn('sponsoredCreative', creative.id),
    account: toUrn('sponsoredAccount', creative.account),
    campaign: toUrn('sponsoredCampaign', creative.campaign),
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
    createdBy: toUrn('person', creative.createdBy),
    lastModifiedAt: creative.lastModified,
    lastModifiedBy: toUrn('person', creative.lastModifiedBy),
  }
}

const creativeResource = accountResource<ProCreative>({
  name: 'creatives',
  key: 'creative',
  resource: 'partnerApiCreatives',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives',
  urnKind: 'sponsoredCreative',
  keyedByUrn: true,
  rows: (pro) => pro.creatives,
  serialize: serializeCreative,
})

const creativeChanges: ChangeTable<CreativeDraft> = {
  fields: {
    ...platformFields(
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
  effectPrefix: 'creative',
  status: {
    field: 'intendedStatus',
    allowedValues: creativeStatuses,
    // Until the review ends, a creative can be deleted, and its status stays. OCA/social#1895 deletes and
    // reads the status back.
    deletable: (request, creative) => reviewState(creative, request.now).status === 'PENDING',
    problems(request, creative, nextStatus) {
      if (nextStatus === creative.intendedStatus || creative.intendedStatus === 'DRAFT') return []
      if (reviewState(creative, request.now).status !== 'PENDING') return []
      const description = 'The status of a creative under review cannot be changed'
      return [{ code: 'STATUS_CHANGE_NOT_ALLOWED', fieldPath: '/intendedStatus', description }]
    },
  },
  createDraft(request, account, fields) {
    const campaign = campaignResource.find(request, account, String(fields['campaign']))
    if (campaign === undefined) throw proError('NO_PERMISSION_ON_ENTITY')
    assertCreativeFits(request, campaign, fields)
    const { now, member } = request
    const form = asRecord(fields['leadgenCallToAction'])
    return {
      account: account.id,
      campaign: campaign.id,
      ...(fields['name'] === undefined ? {} : { name: String(fields['name']) }),
      content: Object(fields['content']),
      ...(form === undefined ? {} : { leadgenCallToAction: form }),
      intendedStatus: parseStatus(String(fields['intendedStatus']), creativeStatuses),
      created: now,
      createdBy: member.ids.pro,
      lastModified: now,
      lastModifiedBy: member.ids.pro,
      reviewedAt: now + reviewMs,
      test: account.test,
    }
  },
  stamp: ({ now, member }) => ({ lastModified: now, lastModifiedBy: member.ids.pro }),
  describeCreation: ({ campaign }) => ({ campaign }),
}

/** Returns the values of a list parameter. Each value must be a string. */
function stringList(request: RestRequest, name: string): readonly string[] | undefined {
  return request.list(name)?.map((value, index) => {
    if (typeof value !== 'string') throw invalidParam(`${name}/${index}`)
    return value
  })
}

const criteriaFinder: Finder<ProCreative, ProAdAccount> = {
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
  respond(request, account, serialize) {
    const creativeUrns = stringList(request, 'creatives')
    const campaignUrns = stringList(request, 'campaigns')
    const references = stringList(request, 'contentReferences')
    const statuses = stringList(request, 'intendedStatuses')
    for (const [index, word] of (statuses ?? []).entries()) {
      if (!creativeStatuses.some((status) => status === word)) throw invalidParam(`intendedStatuses/${index}`)
    }
    const isTest = request.text('isTestAccount')
    const rows = listRows(creativeResource)(request, account).filter(
      (row) =>
        (creativeUrns?.includes(toUrn('sponsoredCreative', row.id)) ?? true) &&
        (campaignUrns?.includes(toUrn('sponsoredCampaign', row.campaign)) ?? true) &&
        (references?.includes(String(row.content['reference'])) ?? true) &&
        (statuses?.includes(row.intendedStatus) ?? true) &&
        (isTest === undefined || String(row.test) === isTest),
    )
    const page = cursorPage(request, rows, serialize, 100)
    return request.text('isTotalIncluded') === 'true' ? { ...page, paging: { total: rows.length } } : page
  },
}

/**
 * Creates a post for one ad and the ad that shows the post, both or neither. The response body contains the
 * ad's URN.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives#create-inline
 */
const createInline = restCall({
  name: 'creatives.createInline',
  path: creativeResource.path,
  method: 'ACTION',
  action: 'createInline',
  resource: creativeResource.resource,
  scopes: ['rw_ads'],
  source: creativeResource.source,
  respond(request) {
    const account = creativeResource.resolveParent(request)
    const { inlineContent, ...fields } = asRecord(asRecord(request.json())?.['creative']) ?? {}
    const post = asRecord(asRecord(inlineContent)?.['post'])
    if (post === undefined)
      throw schemaError([
        '/creative/inlineContent/post :: field is required but not found and has no default value',
      ])
    const newPost = createAdPost(request, post, account.id)
    const { posts } = getContentLibrary(request.exchange.state.pro)
    posts[newPost.urn] = newPost
    try {
      const content = { reference: newPost.urn }
      const creative = createEntity(creativeResource, creativeChanges, request, account, {
        ...fields,
        content,
      })
      return { body: { value: { creative: toUrn('sponsoredCreative', creative) } } }
    } catch (error) {
      delete posts[newPost.urn]
      throw error
    }
  },
})

export const creativeCalls: readonly Call[] = [
  ...readCalls(creativeResource, criteriaFinder),
  createInline,
  ...changeCalls(creativeResource, creativeChanges),
]
