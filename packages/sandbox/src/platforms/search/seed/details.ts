// Details that the starting world adds to its campaigns: bids, negative keywords of ad groups, shared lists of
// negative keywords, and decisions of the policy review. They come last, so that the ids of campaigns and
// their parts do not depend on them.

import { readJson } from '../../../core/dataFiles.ts'
import type { State } from '../../../core/state.ts'
import type { AdsAccount } from '../state.ts'
import { asObject, asString, type WireObject } from '../wire.ts'
import { applyOperations, getSeededAccount } from './apply.ts'

interface AdGroupDetails {
  readonly campaign: string
  readonly adGroup: string
  /** Bids in units of the account's currency. */
  readonly cpcBid?: number
  readonly keywordBids?: Readonly<Record<string, number>>
  readonly negativeKeywords?: readonly string[]
  /** The keyword that the review rejected. */
  readonly rejectedKeyword?: string
  /** The topic that limits the last ad of the ad group. */
  readonly limitedAdTopic?: string
}

interface AccountDetails {
  readonly customer: string
  readonly lists: readonly {
    readonly name: string
    readonly keywords: readonly string[]
    readonly campaigns: readonly string[]
  }[]
  readonly adGroups: readonly AdGroupDetails[]
}

type Operation = readonly [kind: string, body: WireObject]

const toKeyword = (text: string, matchType: string): WireObject => ({ text, matchType })

export function addDetails(state: State): void {
  for (const details of readJson<AccountDetails[]>('search/world/adGroupDetails.json')) {
    const { customer, lists, adGroups } = details
    const account = getSeededAccount(state, customer)
    const apply = (operations: readonly Operation[]) =>
      applyOperations(state, customer, state.seededAt, operations)
    for (const { name, keywords, campaigns } of lists) {
      const [sharedSet = ''] = apply([['shared_set', { create: { name, type: 'NEGATIVE_KEYWORDS' } }]])
      apply(
        keywords.map((text) => [
          'shared_criterion',
          { create: { sharedSet, keyword: toKeyword(text, 'BROAD') } },
        ]),
      )
      apply(
        campaigns.map((campaign) => [
          'campaign_shared_set',
          { create: { sharedSet, campaign: findByName(account, 'campaign', campaign) } },
        ]),
      )
    }
    for (const adGroupDetails of adGroups) addAdGroupDetails(account, adGroupDetails, apply)
  }
}

function addAdGroupDetails(
  account: AdsAccount,
  details: AdGroupDetails,
  apply: (operations: readonly Operation[]) => unknown,
): void {
  const { cpcBid, keywordBids = {}, negativeKeywords = [], rejectedKeyword, limitedAdTopic } = details
  const campaign = findByName(account, 'campaign', details.campaign)
  const adGroup = findByName(account, 'ad_group', details.adGroup, (each) => each['campaign'] === campaign)
  const inAdGroup = (kind: string) =>
    Object.values(account.resources[kind] ?? {}).filter((each) => each['adGroup'] === adGroup)
  const findKeyword = (text: string) =>
    inAdGroup('ad_group_criterion').find(({ keyword }) => asObject(keyword)['text'] === text)
  const toBidUpdate = (resourceName: string, bid: number): WireObject => ({
    updateMask: 'cpcBidMicros',
    update: { resourceName, cpcBidMicros: String(bid * 1_000_000) },
  })
  if (cpcBid !== undefined) apply([['ad_group', toBidUpdate(adGroup, cpcBid)]])
  apply(
    Object.entries(keywordBids).map(([text, bid]) => [
      'ad_group_criterion',
      toBidUpdate(asString(findKeyword(text)?.['resourceName']), bid),
    ]),
  )
  apply(
    negativeKeywords.map((text) => [
      'ad_group_criterion',
      { create: { adGroup, negative: true, keyword: toKeyword(text, 'PHRASE') } },
    ]),
  )
  const rejected = rejectedKeyword === undefined ? undefined : findKeyword(rejectedKeyword)
  if (rejected !== undefined)
    Object.assign(rejected, { approvalStatus: 'DISAPPROVED', disapprovalReasons: ['TRADEMARKS'] })
  const limitedAd = limitedAdTopic === undefined ? undefined : inAdGroup('ad_group_ad').at(-1)
  if (limitedAd !== undefined)
    limitedAd['policySummary'] = {
      policyTopicEntries: [{ topic: limitedAdTopic ?? '', type: 'LIMITED' }],
      approvalStatus: 'APPROVED_LIMITED',
    }
}

function findByName(
  account: AdsAccount,
  kind: string,
  name: string,
  matches: (resource: WireObject) => boolean = () => true,
): string {
  const found = Object.values(account.resources[kind] ?? {}).find(
    (resource) => resource['name'] === name && matches(resource),
  )
  if (found === undefined) throw new Error(`The starting world has no ${kind} with the name ${name}.`)
  return asString(found['resourceName'])
}
