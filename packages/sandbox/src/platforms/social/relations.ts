// Indexes of the relations between objects. They are derived from the state on first use, cached per state,
// and updated whenever an object is added.

import { createLedgerCache, type LedgerCache } from '../../delivery/ledgerCache.ts'
import { objectNotFound } from './errors.ts'
import type { Ad, AdAccount, AdSet, Campaign, PhotoMedia, Post, SocialState } from './state.ts'

export interface Relations {
  readonly campaignsByAccount: Map<string, Campaign[]>
  /** Ad sets by campaign. */
  readonly adSetsByCampaign: Map<string, AdSet[]>
  /** Ads by ad set. */
  readonly adsByAdSet: Map<string, Ad[]>
  readonly postsById: Map<string, Post>
  readonly mediaById: Map<string, PhotoMedia>
  /** Cache of computed delivery. */
  readonly ledgerCache: LedgerCache
  /** Number of changes that affect delivery, by campaign. */
  readonly revisionByCampaign: Map<string, number>
}

/** About 40 MB of running totals. */
const maxLedgerCells = 5_000_000

const relationsByState = new WeakMap<SocialState, Relations>()

export function getRelations(social: SocialState): Relations {
  const cached = relationsByState.get(social)
  if (cached !== undefined) return cached
  const relations: Relations = {
    campaignsByAccount: new Map(),
    adSetsByCampaign: new Map(),
    adsByAdSet: new Map(),
    postsById: new Map(),
    mediaById: new Map(),
    ledgerCache: createLedgerCache(maxLedgerCells),
    revisionByCampaign: new Map(),
  }
  relationsByState.set(social, relations)
  for (const campaign of Object.values(social.campaigns))
    appendTo(relations.campaignsByAccount, campaign.account, campaign)
  for (const adSet of Object.values(social.adSets))
    appendTo(relations.adSetsByCampaign, adSet.campaign, adSet)
  for (const ad of Object.values(social.ads)) appendTo(relations.adsByAdSet, ad.adSet, ad)
  for (const list of Object.values(social.posts))
    for (const post of list) relations.postsById.set(post.id, post)
  for (const list of Object.values(social.photoMedia))
    for (const each of list) relations.mediaById.set(each.id, each)
  return relations
}

function appendTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Lists campaigns newest first, as the platform does. */
export function listCampaigns(social: SocialState, account: string): Campaign[] {
  return newestFirst(getRelations(social).campaignsByAccount.get(account) ?? [])
}

export function listAdSets(social: SocialState, campaign: string): AdSet[] {
  return newestFirst(getRelations(social).adSetsByCampaign.get(campaign) ?? [])
}

export function listAds(social: SocialState, adSet: string): Ad[] {
  return newestFirst(getRelations(social).adsByAdSet.get(adSet) ?? [])
}

function newestFirst<Item>(items: readonly Item[]): Item[] {
  return items.toReversed()
}

// The relations are derived before the object is added. Otherwise they would already contain the new object.
export function addCampaign(social: SocialState, campaign: Campaign): void {
  appendTo(getRelations(social).campaignsByAccount, campaign.account, campaign)
  social.campaigns[campaign.id] = campaign
}

export function addAdSet(social: SocialState, adSet: AdSet): void {
  appendTo(getRelations(social).adSetsByCampaign, adSet.campaign, adSet)
  social.adSets[adSet.id] = adSet
  bumpRevision(social, adSet.campaign)
}

export function addAd(social: SocialState, ad: Ad): void {
  appendTo(getRelations(social).adsByAdSet, ad.adSet, ad)
  social.ads[ad.id] = ad
  bumpRevision(social, ad.campaign)
}

/** Invalidates the cached delivery of a campaign. */
export function bumpRevision(social: SocialState, campaign: string): void {
  const { revisionByCampaign } = getRelations(social)
  revisionByCampaign.set(campaign, (revisionByCampaign.get(campaign) ?? 0) + 1)
}

/** Finds an object that a change refers to. The object must belong to the account that is changed. */
export function requireOwnEntry<Item extends { readonly account: string }>(
  account: AdAccount,
  entries: Record<string, Item>,
  id: string,
): Item {
  const entry = findEntry(entries, id)
  if (entry?.account !== account.id) throw objectNotFound('post', id)
  return entry
}

/** The parent of an object always exists, because both belong to one state. */
export function getAccount(social: SocialState, object: { readonly account: string }): AdAccount {
  return requirePresent(social.adAccounts[object.account], 'Ad account', object.account)
}

export function getCampaign(social: SocialState, object: { readonly campaign: string }): Campaign {
  return requirePresent(social.campaigns[object.campaign], 'Campaign', object.campaign)
}

export function getAdSet(social: SocialState, object: { readonly adSet: string }): AdSet {
  return requirePresent(social.adSets[object.adSet], 'Ad set', object.adSet)
}

function requirePresent<Item>(item: Item | undefined, typeName: string, id: string): Item {
  if (item === undefined) throw new Error(`${typeName} ${id} is gone.`)
  return item
}

/** Returns the record's own entry. An id such as `constructor` matches nothing. */
export function findEntry<Item>(record: Readonly<Record<string, Item>>, id: string): Item | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}
