// Creatives: the ads themselves. Their keys are URNs; their review follows the clock.

import type { Call } from '../core/exchange.ts'
import { nextNumber } from '../core/state.ts'
import { accountOf, creativeEditors, mustEdit, urn } from './access.ts'
import { batchGet } from './batch.ts'
import { campaignServing, findCampaign } from './campaigns.ts'
import { badParam, refusal, ruleRefusal } from './errors.ts'
import { membersOf, requireMembers } from './fields.ts'
import { cursorPage, cursorParams } from './paging.ts'
import { changeOf } from './patch.ts'
import { type RestRequest, restCall } from './request.ts'
import type { RestliValue } from './restli.ts'
import type { AdAccount, Creative } from './state.ts'
import { mustBeAlive, statusOf } from './status.ts'

const page =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives'
const path = '/adAccounts/{account}/creatives'
const resource = 'partnerApiCreatives'
const readers = ['r_ads', 'rw_ads'] as const
const reviewMs = 24 * 3_600_000

const intendedStatuses = [
  'ACTIVE',
  'PAUSED',
  'DRAFT',
  'ARCHIVED',
  'CANCELED',
  'PENDING_DELETION',
  'REMOVED',
] as const

const schema = { campaign: 'text', content: 'record', intendedStatus: 'text', name: 'text' } as const
const readOnly = [
  'id',
  'account',
  'campaign',
  'content',
  'isServing',
  'servingHoldReasons',
  'review',
  'isTest',
  'createdAt',
  'createdBy',
  'lastModifiedAt',
  'lastModifiedBy',
]

function reviewOf({ reviewedAt, rejectionReasons }: Creative, now: number) {
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

/** Unlike the other structure keys this one is a URN, never a bare number. */
function findCreative(request: RestRequest, account: AdAccount, key: RestliValue | undefined) {
  const id = typeof key === 'string' ? /^urn:li:sponsoredCreative:(\d+)$/.exec(key)?.[1] : undefined
  const creative = id === undefined ? undefined : request.exchange.state.pro.creatives[id]
  return creative?.account === account.id ? creative : undefined
}

const accountKey = (request: RestRequest) => accountOf(request, request.keys['account'])

/** The words of a criterion, each a URN of the given kind or a plain word. */
function wanted(request: RestRequest, name: string): readonly string[] | undefined {
  return request.list(name)?.map((value, index) => {
    if (typeof value !== 'string') throw badParam(`${name}/${index}`)
    return value
  })
}

export const creativeCalls: readonly Call[] = [
  restCall({
    name: 'creatives.criteria',
    path,
    method: 'FINDER',
    finder: 'criteria',
    methodHeader: 'required',
    resource,
    scopes: readers,
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
    source: page,
    answer(request) {
      const account = accountKey(request)
      const ids = wanted(request, 'creatives')
      const campaigns = wanted(request, 'campaigns')
      const references = wanted(request, 'contentReferences')
      const statuses = wanted(request, 'intendedStatuses')
      for (const [index, word] of (statuses ?? []).entries()) {
        if (!intendedStatuses.some((status) => status === word)) throw badParam(`intendedStatuses/${index}`)
      }
      const test = request.text('isTestAccount')
      const rows = Object.values(request.exchange.state.pro.creatives).filter(
        (row) =>
          row.account === account.id &&
          (ids?.includes(urn('sponsoredCreative', row.id)) ?? true) &&
          (campaigns?.includes(urn('sponsoredCampaign', row.campaign)) ?? true) &&
          (references?.includes(String(row.content['reference'])) ?? true) &&
          (statuses?.includes(row.intendedStatus) ?? true) &&
          (test === undefined || String(row.test) === test),
      )
      const answer = cursorPage(request, rows, (row) => creativeWire(request, row, account), 100)
      if (request.text('isTotalIncluded') !== 'true') return { body: answer }
      return { body: { ...answer, paging: { total: rows.length } } }
    },
  }),
  restCall({
    name: 'creatives.batchGet',
    path,
    method: 'BATCH_GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      return {
        body: batchGet(request, (key) => {
          const creative = findCreative(request, account, key)
          return creative && creativeWire(request, creative, account)
        }),
      }
    },
  }),
  restCall({
    name: 'creatives.get',
    path: `${path}/{creative}`,
    method: 'GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      const creative = findCreative(request, account, request.keys['creative'])
      if (creative === undefined) throw refusal('NOT_FOUND')
      return { body: request.projected(creativeWire(request, creative, account)) }
    },
  }),
  restCall({
    name: 'creatives.create',
    path,
    method: 'CREATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      const { exchange, now } = request
      const account = accountKey(request)
      mustEdit(request, account, creativeEditors)
      const given = membersOf(request.json(), schema)
      requireMembers(given, ['campaign', 'content', 'intendedStatus'])
      const campaign = findCampaign(request, account, String(given['campaign']))
      if (campaign === undefined) throw refusal('NO_PERMISSION_ON_ENTITY')
      const id = 295_900_000 + nextNumber(exchange.state, 'pro.creative')
      exchange.state.pro.creatives[id] = {
        id,
        account: account.id,
        campaign: campaign.id,
        ...(given['name'] === undefined ? {} : { name: String(given['name']) }),
        content: Object(given['content']),
        intendedStatus: statusOf(String(given['intendedStatus']), intendedStatuses),
        created: now,
        createdBy: request.member.ids.pro,
        lastModified: now,
        lastModifiedBy: request.member.ids.pro,
        reviewedAt: now + reviewMs,
        test: account.test,
      }
      exchange.effect('creative.created', urn('sponsoredCreative', id), { campaign: campaign.id })
      // The header takes the reduced form, in which a URN's colons are escaped.
      return { status: 201, id: `urn%3Ali%3AsponsoredCreative%3A${id}` }
    },
  }),
  restCall({
    name: 'creatives.update',
    path: `${path}/{creative}`,
    method: 'PARTIAL_UPDATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      const { exchange, now } = request
      const account = accountKey(request)
      const creative = findCreative(request, account, request.keys['creative'])
      if (creative === undefined) throw refusal('NOT_FOUND')
      mustEdit(request, account, creativeEditors)
      const { set, removed } = changeOf(request.json(), { ...creative }, schema, readOnly)
      mustBeAlive(creative.intendedStatus)
      if (set['intendedStatus'] !== undefined) {
        const status = statusOf(String(set['intendedStatus']), intendedStatuses)
        if (status === 'PAUSED' && reviewOf(creative, now).status === 'PENDING') {
          const description = 'A creative under review cannot be paused'
          throw ruleRefusal([
            { code: 'INVALID_STATUS_TRANSITION', fieldPath: '/intendedStatus', description },
          ])
        }
        creative.intendedStatus = status
      }
      if (set['name'] !== undefined) creative.name = String(set['name'])
      if (removed.includes('name')) delete creative.name
      creative.lastModified = now
      creative.lastModifiedBy = request.member.ids.pro
      exchange.effect('creative.updated', urn('sponsoredCreative', creative.id), { set, removed })
      return { status: 204 }
    },
  }),
]
