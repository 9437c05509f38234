// Who belongs to whom: derived from the state when first asked, kept beside it, and kept up by whoever adds an object.

import { openShelf, type Shelf } from '../delivery/shelves.ts'
import { missing } from './errors.ts'
import type { Ad, AdAccount, AdSet, Campaign, PhotoMedia, Post, SocialState } from './state.ts'

export interface Relations {
  readonly campaignsOf: Map<string, Campaign[]>
  /** By campaign. */
  readonly adSetsOf: Map<string, AdSet[]>
  /** By ad set. */
  readonly adsOf: Map<string, Ad[]>
  readonly posts: Map<string, Post>
  readonly media: Map<string, PhotoMedia>
  /** Delivery that was counted already. */
  readonly shelf: Shelf
  /** How often something that delivery depends on was changed, by campaign. */
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

/** Newest first, as the platform lists them. */
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

// Relations first: derived afterwards, they would know the new object already.
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

/** Says that delivery of a campaign must be counted anew from its history. */
export function touch(social: SocialState, campaign: string): void {
  const { revisions } = relationsOf(social)
  revisions.set(campaign, (revisions.get(campaign) ?? 0) + 1)
}

/** What a caller names in a change has to be in the account that is changed. */
export function ownEntry<Item extends { readonly account: string }>(
  account: AdAccount,
  entries: Record<string, Item>,
  id: string,
): Item {
  const entry = entryOf(entries, id)
  if (entry?.account !== account.id) throw missing('post', id)
  return entry
}

/** What an object belongs to is known whenever the object is: both come from one state. */
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

/** The record's own entry: an id such as `constructor` names nothing. */
export function entryOf<Item>(record: Readonly<Record<string, Item>>, id: string): Item | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}
