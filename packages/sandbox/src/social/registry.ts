// From an id to its object: which kind it is, and whether the caller may see it.

import { accountsOf, memberOf, requireAccount, requireAdsRead, roleOn } from './access.ts'
import { adKind, creativeKind, removeAd, updateAd } from './ad.ts'
import { adAccountKind } from './adAccount.ts'
import { adSetKind } from './adSet.ts'
import { removeAdSet, updateAdSet } from './adSetChanges.ts'
import { audienceKind, removeAudience, updateAudience } from './audience.ts'
import { businessKind } from './business.ts'
import { campaignKind } from './campaign.ts'
import { removeCampaign, updateCampaign } from './campaignChanges.ts'
import { customConversionKind } from './customConversion.ts'
import { GraphError, missing, needsPageToken } from './errors.ts'
import { imageKind } from './image.ts'
import { reportRunKind, requireRun } from './insights/reportRun.ts'
import { leadFormKind } from './leadForm.ts'
import type { NodeKind, Write } from './nodes.ts'
import { pageKind } from './page.ts'
import { photoAccountKind, photoMediaKind } from './photoAccount.ts'
import { pixelKind } from './pixel.ts'
import { postKind } from './post.ts'
import { relationsOf } from './relations.ts'
import type { GraphRequest } from './request.ts'
import type { SocialState } from './state.ts'
import { bill } from './usage.ts'
import { userKind } from './user.ts'
import { videoKind } from './video.ts'

export interface Found {
  readonly kind: NodeKind
  readonly item: unknown
}

export const nodeNames = [
  'user',
  'adaccount',
  'campaign',
  'adset',
  'ad',
  'creative',
  'page',
  'post',
  'photo_account',
  'photo_media',
  'image',
  'video',
  'pixel',
  'custom_conversion',
  'audience',
  'lead_form',
  'report_run',
  'business',
] as const

export type NodeName = (typeof nodeNames)[number]

/** What an id is, by the state alone; undefined when nothing has it. */
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
  if (Object.hasOwn(social.reportRuns, id)) return 'report_run'
  if (Object.hasOwn(social.businesses, id)) return 'business'
  if (/^\d+:[0-9a-f]+$/.test(id)) return 'image'
  const relations = relationsOf(social)
  if (relations.posts.has(id)) return 'post'
  if (relations.media.has(id)) return 'photo_media'
  if (Object.hasOwn(social.creatives, id)) return 'creative'
  return undefined
}

/** Kinds of the objects that only belong to an ad account. */
const ofAccount = {
  campaign: { kind: campaignKind, from: 'campaigns' },
  adset: { kind: adSetKind, from: 'adSets' },
  ad: { kind: adKind, from: 'ads' },
  pixel: { kind: pixelKind, from: 'pixels' },
  custom_conversion: { kind: customConversionKind, from: 'customConversions' },
  audience: { kind: audienceKind, from: 'audiences' },
  report_run: { kind: reportRunKind, from: 'reportRuns' },
} as const

export function resolve(request: GraphRequest, id: string): Found {
  const { social, exchange, caller } = request
  const name = nodeNameOf(social, id)
  const gone = missing(exchange.method, id)
  switch (name) {
    case undefined:
      if (caller.person !== undefined && id === caller.person.ids.social)
        return { kind: userKind, item: caller.person }
      throw gone
    case 'user':
      return self(request)
    case 'adaccount': {
      requireAdsRead(request)
      const account = requireAccount(request, id.slice(4), id)
      bill(request, 'ads_management', account.id)
      return { kind: adAccountKind, item: account }
    }
    case 'campaign':
    case 'adset':
    case 'ad':
    case 'pixel':
    case 'custom_conversion':
    case 'audience':
    case 'report_run': {
      const { kind, from } = ofAccount[name]
      const item = social[from][id]
      if (item === undefined || caller.kind !== 'user') throw gone
      requireAdsRead(request)
      requireAccount(request, item.account, id)
      if (name === 'report_run' && social.reportRuns[id] !== undefined)
        requireRun(social.reportRuns[id], request)
      bill(request, 'ads_management', item.account)
      return { kind, item }
    }
    case 'creative': {
      const creative = social.creatives[id]
      if (creative === undefined) throw gone
      requireAdsRead(request)
      requireAccount(request, creative.account, id)
      return { kind: creativeKind, item: creative }
    }
    case 'image': {
      const [digits = '', hash] = id.split(':')
      requireAdsRead(request)
      const account = requireAccount(request, digits, id)
      const image = social.images[digits]?.find((each) => each.hash === hash)
      if (image === undefined) throw gone
      return { kind: imageKind, item: { account, image } }
    }
    case 'business': {
      if (!memberOf(request).businesses.includes(id)) throw gone
      return { kind: businessKind, item: social.businesses[id] }
    }
    case 'video':
      return video(request, id)
    default:
      return ofPage(request, id, name)
  }
}

function self(request: GraphRequest): Found {
  const { caller } = request
  if (caller.kind === 'page') return ofPage(request, caller.page ?? '', 'page')
  if (caller.person === undefined) {
    throw new GraphError({
      message: 'An active access token must be used to query information about the current user.',
      code: 2500,
    })
  }
  bill(request, 'platform', caller.app.clientId)
  return { kind: userKind, item: caller.person }
}

/** An account's video answers to who works with the account, a page's to the page's own token. */
function video(request: GraphRequest, id: string): Found {
  const { social, caller, exchange } = request
  const item = social.videos[id]
  const byAccount =
    caller.kind === 'user' && accountsOf(request).some((account) => account.id === item?.account)
  const byPage = caller.kind === 'page' && item?.page === caller.page
  if (item === undefined || (!byAccount && !byPage)) throw missing(exchange.method, id)
  if (byAccount) requireAdsRead(request)
  bill(request, byAccount ? 'ads_management' : 'pages', (byAccount ? item.account : item.page) ?? '')
  return { kind: videoKind, item }
}

function ofPage(request: GraphRequest, id: string, name: NodeName): Found {
  const { social, caller, exchange } = request
  const seen = (page: string | undefined) => {
    if (page === undefined || roleOn(request, page) === undefined) throw missing(exchange.method, id)
    if (caller.kind === 'page') bill(request, 'pages', page)
    else bill(request, 'platform', caller.app.clientId)
  }
  switch (name) {
    case 'page':
      seen(id)
      return { kind: pageKind, item: social.pages[id] }
    case 'post':
      if (caller.kind !== 'page') throw needsPageToken()
      seen(id.split('_')[0])
      return { kind: postKind, item: relationsOf(social).posts.get(id) }
    case 'lead_form':
      if (caller.kind !== 'page') throw needsPageToken()
      seen(social.leadForms[id]?.page)
      return { kind: leadFormKind, item: social.leadForms[id] }
    case 'photo_account':
      seen(social.photoAccounts[id]?.page)
      return { kind: photoAccountKind, item: social.photoAccounts[id] }
    default: {
      const media = relationsOf(social).media.get(id)
      const owner = Object.values(social.photoAccounts).find(
        (account) => media !== undefined && social.photoMedia[account.id]?.includes(media),
      )
      seen(owner?.page)
      return { kind: photoMediaKind, item: media }
    }
  }
}

export const updates: Readonly<Partial<Record<NodeName, Write>>> = {
  campaign: updateCampaign,
  adset: updateAdSet,
  ad: updateAd,
  audience: updateAudience,
}

export const removals: Readonly<Partial<Record<NodeName, Write>>> = {
  campaign: removeCampaign,
  adset: removeAdSet,
  ad: removeAd,
  audience: removeAudience,
}
