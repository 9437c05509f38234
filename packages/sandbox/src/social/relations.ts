// Indexes of the relations between objects. They are derived from the state on first use, cached per state,
// and updated whenever an object is added.

import { openShelf, type Shelf } from '../delivery/shelves.ts'
import { missing } from './errors.ts'
import type { Ad, AdAccount, AdSet, Campaign, PhotoMedia, Post, SocialState } from './state.ts'

export interface Relations {
  readonly campaignsOf: Map<string, Campaign[]>
  /** Ad sets by campaign. */
  readonly adSetsOf: Map<string, AdSet[]>
  /** Ads by ad set. */
  readonly adsOf: Map<string, Ad[]>
  readonly posts: Map<string, Post>
  readonly media: Map<string, PhotoMedia>
  /** Cache of computed delivery. */
  readonly shelf: Shelf
  /** Number of changes that affect delivery, by campaign. */
  readonly revisions: Map<string, number>
}

/** About 40 MB of running totals. */
const shelfCells = 5_000_000

const kept = new WeakMap<SocialState, Relations>()

export function relationsOf(social: SocialState): Relations {
  const known = kept.get(social)
  if (known !== undefined) return known
  const relations: Relations = {
    campaignsOf: new Map(),
    adSetsOf: new Map(),
    adsOf: new Map(),
    posts: new Map(),
    media: new Map(),
    shelf: openShelf(shelfCells),
    revisions: new Map(),
  }
  kept.set(social, relations)
  for (const campaign of Object.values(social.campaigns))
    append(relations.campaignsOf, campaign.account, campaign)
  for (const adSet of Object.values(social.adSets)) append(relations.adSetsOf, adSet.campaign, adSet)
  for (const ad of Object.values(social.ads)) append(relations.adsOf, ad.adSet, ad)
  for (const list of Object.values(social.posts)) for (const post of list) relations.posts.set(post.id, post)
  for (const list of Object.values(social.photoMedia))
    for (const each of list) relations.media.set(each.id, each)
  return relations
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Lists campaigns newest first, as the platform does. */
export function campaignsOf(social: SocialState, account: string): Campaign[] {
  return newestFirst(relationsOf(social).campaignsOf.get(account) ?? [])
}

export function adSetsOf(social: SocialState, campaign: string): AdSet[] {
  return newestFirst(relationsOf(social).adSetsOf.get(campaign) ?? [])
}

export function adsOf(social: SocialState, adSet: string): Ad[] {
  return newestFirst(relationsOf(social).adsOf.get(adSet) ?? [])
}

function newestFirst<Item>(items: readonly Item[]): Item[] {
  return items.toReversed()
}

// The relations are derived before the object is added. Otherwise they would already contain the new object.
export function addCampaign(social: SocialState, campaign: Campaign): void {
  append(relationsOf(social).campaignsOf, campaign.account, campaign)
  social.campaigns[campaign.id] = campaign
}

export function addAdSet(social: SocialState, adSet: AdSet): void {
  append(relationsOf(social).adSetsOf, adSet.campaign, adSet)
  social.adSets[adSet.id] = adSet
  touch(social, adSet.campaign)
}

export function addAd(social: SocialState, ad: Ad): void {
  append(relationsOf(social).adsOf, ad.adSet, ad)
  social.ads[ad.id] = ad
  touch(social, ad.campaign)
}

/** Invalidates the cached delivery of a campaign. */
export function touch(social: SocialState, campaign: string): void {
  const { revisions } = relationsOf(social)
  revisions.set(campaign, (revisions.get(campaign) ?? 0) + 1)
}

/** Finds an object that a change refers to. The object must belong to the account that is changed. */
export function ownEntry<Item extends { readonly account: string }>(
  account: AdAccount,
  entries: Record<string, Item>,
  id: string,
): Item {
  const entry = entryOf(entries, id)
  if (entry?.account !== account.id) throw missing('post', id)
  return entry
}

/** The parent of an object always exists, because both belong to one state. */
export function accountOf(social: SocialState, object: { readonly account: string }): AdAccount {
  return present(social.adAccounts[object.account], 'Ad account', object.account)
}

export function campaignOf(social: SocialState, object: { readonly campaign: string }): Campaign {
  return present(social.campaigns[object.campaign], 'Campaign', object.campaign)
}

export function adSetOf(social: SocialState, object: { readonly adSet: string }): AdSet {
  return present(social.adSets[object.adSet], 'Ad set', object.adSet)
}

function present<Item>(item: Item | undefined, what: string, id: string): Item {
  if (item === undefined) throw new Error(`${what} ${id} is gone.`)
  return item
}

/** Returns the record's own entry. An id such as `constructor` matches nothing. */
export function entryOf<Item>(record: Readonly<Record<string, Item>>, id: string): Item | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}
