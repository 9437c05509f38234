// Resolves an id to its object: the kind of the object, and whether the caller may see it.

import {
  findCallerPageRole,
  getPersonRoles,
  listCallerAccounts,
  requireAccount,
  requireAdsRead,
} from './access.ts'
import { GraphError, objectNotFound, pageTokenRequired } from './errors.ts'
import type { NamedNode, NodeName } from './graph/nodeNames.ts'
import type { GraphRequest } from './graph/request.ts'
import { chargeUsage } from './graph/usage.ts'
import { requireRun } from './insights/reportRun.ts'
import { getStoredLeads, isRetained } from './leads/collect.ts'
import { getRelations } from './relations.ts'
import type { SocialState } from './state.ts'

/** Returns the kind of an id by the state alone. `undefined` when no object has the id. */
export function findNodeName(social: SocialState, id: string): NodeName | undefined {
  if (id === 'me') return 'user'
  if (id.startsWith('act_')) return 'adaccount'
  if (Object.hasOwn(social.campaigns, id)) return 'campaign'
  if (Object.hasOwn(social.adSets, id)) return 'adset'
  if (Object.hasOwn(social.ads, id)) return 'ad'
  if (Object.hasOwn(social.pages, id)) return 'page'
  if (Object.hasOwn(social.videos, id)) return 'video'
  if (Object.hasOwn(social.photoAccounts, id)) return 'photo_account'
  if (Object.hasOwn(social.pixels, id)) return 'pixel'
  if (Object.hasOwn(social.customConversions, id)) return 'custom_conversion'
  if (Object.hasOwn(social.audiences, id)) return 'audience'
  if (Object.hasOwn(social.leadForms, id)) return 'lead_form'
  if (Object.hasOwn(getStoredLeads(social), id)) return 'lead'
  if (Object.hasOwn(social.reportRuns, id)) return 'report_run'
  if (Object.hasOwn(social.businesses, id)) return 'business'
  if (/^\d+:[0-9a-f]+$/.test(id)) return 'image'
  const relations = getRelations(social)
  if (relations.postsById.has(id)) return 'post'
  if (relations.mediaById.has(id)) return 'photo_media'
  if (Object.hasOwn(social.creatives, id)) return 'creative'
  return undefined
}

export function resolveNode(request: GraphRequest, id: string): NamedNode {
  const node = findVisibleNode(request, id)
  if (node === undefined) throw objectNotFound(request.exchange.method, id)
  return node
}

/** Returns the object if the caller may see it. Invisible objects are refused as if they did not exist. */
function findVisibleNode(request: GraphRequest, id: string): NamedNode | undefined {
  const { social, caller } = request
  const name = findNodeName(social, id)
  switch (name) {
    case undefined:
      return caller.person !== undefined && id === caller.person.ids.social
        ? { kind: 'user', item: caller.person }
        : undefined
    case 'user':
      return findSelf(request)
    case 'adaccount': {
      requireAdsRead(request)
      const account = requireAccount(request, id.slice(4), id)
      chargeUsage(request, 'ads_management', account.id)
      return { kind: 'adaccount', item: account }
    }
    case 'creative': {
      const creative = social.creatives[id]
      if (creative === undefined) return undefined
      requireAdsRead(request)
      requireAccount(request, creative.account, id)
      return { kind: 'creative', item: creative }
    }
    case 'image': {
      const [digits = '', hash] = id.split(':')
      requireAdsRead(request)
      const account = requireAccount(request, digits, id)
      const image = social.images[digits]?.find((each) => each.hash === hash)
      return image && { kind: 'image', item: { account, image } }
    }
    case 'business': {
      const business = getPersonRoles(request).businesses.includes(id) ? social.businesses[id] : undefined
      return business && { kind: 'business', item: business }
    }
    case 'video':
      return findVideo(request, id)
    case 'page':
    case 'post':
    case 'lead_form':
    case 'lead':
    case 'photo_account':
    case 'photo_media':
      return findPageNode(request, id, name)
    default:
      return findAccountNode(request, id, name)
  }
}

type AccountNodeName = 'campaign' | 'adset' | 'ad' | 'pixel' | 'custom_conversion' | 'audience' | 'report_run'

/** Finds objects that belong to an ad account alone. */
function findAccountNode(request: GraphRequest, id: string, name: AccountNodeName): NamedNode | undefined {
  const { social, caller } = request
  const node = lookUpAccountNode(social, id, name)
  if (node === undefined || caller.kind !== 'user') return undefined
  const { account } = node.item
  requireAdsRead(request)
  requireAccount(request, account, id)
  if (node.kind === 'report_run') requireRun(node.item, request)
  chargeUsage(request, 'ads_management', account)
  return node
}

function lookUpAccountNode(social: SocialState, id: string, kind: AccountNodeName) {
  const toNamedNode = <Kind extends AccountNodeName, Item>(nodeName: Kind, item: Item | undefined) =>
    item && { kind: nodeName, item }
  switch (kind) {
    case 'campaign':
      return toNamedNode(kind, social.campaigns[id])
    case 'adset':
      return toNamedNode(kind, social.adSets[id])
    case 'ad':
      return toNamedNode(kind, social.ads[id])
    case 'pixel':
      return toNamedNode(kind, social.pixels[id])
    case 'custom_conversion':
      return toNamedNode(kind, social.customConversions[id])
    case 'audience':
      return toNamedNode(kind, social.audiences[id])
    case 'report_run':
      return toNamedNode(kind, social.reportRuns[id])
  }
}

function findSelf(request: GraphRequest): NamedNode {
  const { caller } = request
  if (caller.kind === 'page') {
    const id = caller.page ?? ''
    const page = findPageNode(request, id, 'page')
    if (page === undefined) throw objectNotFound(request.exchange.method, id)
    return page
  }
  if (caller.person === undefined) {
    throw new GraphError({
      message: 'An active access token must be used to query information about the current user.',
      code: 2500,
    })
  }
  chargeUsage(request, 'platform', caller.app.clientId)
  return { kind: 'user', item: caller.person }
}

/** Callers with access to the account can read its videos. A page's videos require the page's own token. */
function findVideo(request: GraphRequest, id: string): NamedNode | undefined {
  const { social, caller } = request
  const item = social.videos[id]
  const isAccountCaller =
    caller.kind === 'user' && listCallerAccounts(request).some((account) => account.id === item?.account)
  const isPageCaller = caller.kind === 'page' && item?.page === caller.page
  if (item === undefined || (!isAccountCaller && !isPageCaller)) return undefined
  if (isAccountCaller) requireAdsRead(request)
  chargeUsage(
    request,
    isAccountCaller ? 'ads_management' : 'pages',
    (isAccountCaller ? item.account : item.page) ?? '',
  )
  return { kind: 'video', item }
}

function findPageNode(
  request: GraphRequest,
  id: string,
  name: 'page' | 'post' | 'lead_form' | 'lead' | 'photo_account' | 'photo_media',
): NamedNode | undefined {
  const { social, caller } = request
  /** Returns the item if the caller has a role on its page, and bills the caller. */
  const chargeIfVisible = <Item>(page: string | undefined, item: Item | undefined): Item | undefined => {
    if (page === undefined || item === undefined || findCallerPageRole(request, page) === undefined)
      return undefined
    if (caller.kind === 'page') chargeUsage(request, 'pages', page)
    else chargeUsage(request, 'platform', caller.app.clientId)
    return item
  }
  if (['post', 'lead_form', 'lead'].includes(name) && caller.kind !== 'page') throw pageTokenRequired()
  switch (name) {
    case 'page': {
      const page = chargeIfVisible(id, social.pages[id])
      return page && { kind: name, item: page }
    }
    case 'post': {
      const post = chargeIfVisible(id.split('_')[0], getRelations(social).postsById.get(id))
      return post && { kind: name, item: post }
    }
    case 'lead_form': {
      const form = chargeIfVisible(social.leadForms[id]?.page, social.leadForms[id])
      return form && { kind: name, item: form }
    }
    case 'lead': {
      const lead = getStoredLeads(social)[id]
      const retainedLead = lead && isRetained(lead, request.now) ? lead : undefined
      const item = chargeIfVisible(social.leadForms[retainedLead?.form ?? '']?.page, retainedLead)
      return item && { kind: name, item }
    }
    case 'photo_account': {
      const account = chargeIfVisible(social.photoAccounts[id]?.page, social.photoAccounts[id])
      return account && { kind: name, item: account }
    }
    case 'photo_media': {
      const media = getRelations(social).mediaById.get(id)
      const owner = Object.values(social.photoAccounts).find(
        (account) => media !== undefined && social.photoMedia[account.id]?.includes(media),
      )
      const item = chargeIfVisible(owner?.page, media)
      return item && { kind: name, item }
    }
  }
}
