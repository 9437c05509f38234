// Resolves an id to its object: the kind of the object, and whether the caller may see it.

import { accountsOf, memberOf, requireAccount, requireAdsRead, roleOn } from './access.ts'
import { GraphError, missing, needsPageToken } from './errors.ts'
import type { NamedNode, NodeName } from './graph/nodeNames.ts'
import type { GraphRequest } from './graph/request.ts'
import { bill } from './graph/usage.ts'
import { requireRun } from './insights/reportRun.ts'
import { isKept, leadsOf } from './leads/collect.ts'
import { relationsOf } from './relations.ts'
import type { SocialState } from './state.ts'

/** Returns the kind of an id by the state alone. `undefined` when no object has the id. */
export function nodeNameOf(social: SocialState, id: string): NodeName | undefined {
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
  if (Object.hasOwn(leadsOf(social), id)) return 'lead'
  if (Object.hasOwn(social.reportRuns, id)) return 'report_run'
  if (Object.hasOwn(social.businesses, id)) return 'business'
  if (/^\d+:[0-9a-f]+$/.test(id)) return 'image'
  const relations = relationsOf(social)
  if (relations.posts.has(id)) return 'post'
  if (relations.media.has(id)) return 'photo_media'
  if (Object.hasOwn(social.creatives, id)) return 'creative'
  return undefined
}

export function resolve(request: GraphRequest, id: string): NamedNode {
  const found = visible(request, id)
  if (found === undefined) throw missing(request.exchange.method, id)
  return found
}

/** Returns the object if the caller may see it. Invisible objects are refused as if they did not exist. */
function visible(request: GraphRequest, id: string): NamedNode | undefined {
  const { social, caller } = request
  const name = nodeNameOf(social, id)
  switch (name) {
    case undefined:
      return caller.person !== undefined && id === caller.person.ids.social
        ? { kind: 'user', item: caller.person }
        : undefined
    case 'user':
      return self(request)
    case 'adaccount': {
      requireAdsRead(request)
      const account = requireAccount(request, id.slice(4), id)
      bill(request, 'ads_management', account.id)
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
      const business = memberOf(request).businesses.includes(id) ? social.businesses[id] : undefined
      return business && { kind: 'business', item: business }
    }
    case 'video':
      return video(request, id)
    case 'page':
    case 'post':
    case 'lead_form':
    case 'lead':
    case 'photo_account':
    case 'photo_media':
      return ofPage(request, id, name)
    default:
      return ofAccount(request, id, name)
  }
}

type NameOfAccount = 'campaign' | 'adset' | 'ad' | 'pixel' | 'custom_conversion' | 'audience' | 'report_run'

/** Finds objects that belong to an ad account alone. */
function ofAccount(request: GraphRequest, id: string, name: NameOfAccount): NamedNode | undefined {
  const { social, caller } = request
  const found = inAccount(social, id, name)
  if (found === undefined || caller.kind !== 'user') return undefined
  const { account } = found.item
  requireAdsRead(request)
  requireAccount(request, account, id)
  if (found.kind === 'report_run') requireRun(found.item, request)
  bill(request, 'ads_management', account)
  return found
}

function inAccount(social: SocialState, id: string, kind: NameOfAccount) {
  const named = <Kind extends NameOfAccount, Item>(found: Kind, item: Item | undefined) =>
    item && { kind: found, item }
  switch (kind) {
    case 'campaign':
      return named(kind, social.campaigns[id])
    case 'adset':
      return named(kind, social.adSets[id])
    case 'ad':
      return named(kind, social.ads[id])
    case 'pixel':
      return named(kind, social.pixels[id])
    case 'custom_conversion':
      return named(kind, social.customConversions[id])
    case 'audience':
      return named(kind, social.audiences[id])
    case 'report_run':
      return named(kind, social.reportRuns[id])
  }
}

function self(request: GraphRequest): NamedNode {
  const { caller } = request
  if (caller.kind === 'page') {
    const id = caller.page ?? ''
    const page = ofPage(request, id, 'page')
    if (page === undefined) throw missing(request.exchange.method, id)
    return page
  }
  if (caller.person === undefined) {
    throw new GraphError({
      message: 'An active access token must be used to query information about the current user.',
      code: 2500,
    })
  }
  bill(request, 'platform', caller.app.clientId)
  return { kind: 'user', item: caller.person }
}

/** Callers with access to the account can read its videos. A page's videos require the page's own token. */
function video(request: GraphRequest, id: string): NamedNode | undefined {
  const { social, caller } = request
  const item = social.videos[id]
  const byAccount =
    caller.kind === 'user' && accountsOf(request).some((account) => account.id === item?.account)
  const byPage = caller.kind === 'page' && item?.page === caller.page
  if (item === undefined || (!byAccount && !byPage)) return undefined
  if (byAccount) requireAdsRead(request)
  bill(request, byAccount ? 'ads_management' : 'pages', (byAccount ? item.account : item.page) ?? '')
  return { kind: 'video', item }
}

function ofPage(
  request: GraphRequest,
  id: string,
  name: 'page' | 'post' | 'lead_form' | 'lead' | 'photo_account' | 'photo_media',
): NamedNode | undefined {
  const { social, caller } = request
  /** Returns the item if the caller has a role on its page, and bills the caller. */
  const seen = <Item>(page: string | undefined, item: Item | undefined): Item | undefined => {
    if (page === undefined || item === undefined || roleOn(request, page) === undefined) return undefined
    if (caller.kind === 'page') bill(request, 'pages', page)
    else bill(request, 'platform', caller.app.clientId)
    return item
  }
  if (['post', 'lead_form', 'lead'].includes(name) && caller.kind !== 'page') throw needsPageToken()
  switch (name) {
    case 'page': {
      const page = seen(id, social.pages[id])
      return page && { kind: name, item: page }
    }
    case 'post': {
      const post = seen(id.split('_')[0], relationsOf(social).posts.get(id))
      return post && { kind: name, item: post }
    }
    case 'lead_form': {
      const form = seen(social.leadForms[id]?.page, social.leadForms[id])
      return form && { kind: name, item: form }
    }
    case 'lead': {
      const lead = leadsOf(social)[id]
      const kept = lead && isKept(lead, request.now) ? lead : undefined
      const item = seen(social.leadForms[kept?.form ?? '']?.page, kept)
      return item && { kind: name, item }
    }
    case 'photo_account': {
      const account = seen(social.photoAccounts[id]?.page, social.photoAccounts[id])
      return account && { kind: name, item: account }
    }
    case 'photo_media': {
      const media = relationsOf(social).media.get(id)
      const owner = Object.values(social.photoAccounts).find(
        (account) => media !== undefined && social.photoMedia[account.id]?.includes(media),
      )
      const item = seen(owner?.page, media)
      return item && { kind: name, item }
    }
  }
}
