// Labels: campaigns are filed under them by name, and found by name or id.
// https://developers.facebook.com/docs/marketing-api/reference/ad-label

import { nextNumber, type State } from '../../core/state.ts'
import { invalid } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import { campaignsOf } from '../relations.ts'
import { type AdAccount, type Campaign, type Label, type SocialState, statusOf } from '../state.ts'
import { readMembers, textIn } from './members.ts'

const mostOnOne = 50

/** Reads the labels of a new campaign. Unknown names become labels when the campaign is created. */
export function readLabels(account: AdAccount, params: Params): ((state: State) => Label[]) | undefined {
  const value = params.json('adlabels')
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length > mostOnOne)
    throw invalid(`Param adlabels must be an array of at most ${mostOnOne} labels.`, { blame: ['adlabels'] })
  const asked = value.map((entry: unknown, index) => {
    const label = readMembers(entry, `adlabels[${index}]`, ['id', 'name'])
    const name = textIn(label, 'name')
    const id = textIn(label, 'id')
    if (name === undefined && id === undefined)
      throw invalid(`Param adlabels[${index}] must have a name or an id.`, { blame: ['adlabels'] })
    return { name, id }
  })
  return (state) => {
    const known = labelsOf(state.social, account.id)
    return asked.flatMap(({ name, id }) => {
      const found = known.find((label) => (id === undefined ? label.name === name : label.id === id))
      if (found !== undefined) return [found]
      if (name === undefined) return []
      return [{ id: String(120_250_400_000_000_000n + BigInt(nextNumber(state, 'social.label'))), name }]
    })
  }
}

function labelsOf(social: SocialState, account: string): Label[] {
  return campaignsOf(social, account).flatMap(({ labels = [] }) => labels)
}

/** Filters for `campaignsbylabels`: campaigns with any of the labels, or with all of them. */
export function labelled(campaigns: readonly Campaign[], params: Params): Campaign[] {
  const wanted = params.list('ad_label_ids')
  if (wanted === undefined || wanted.length === 0)
    throw invalid('The parameter ad_label_ids is required.', { blame: ['ad_label_ids'] })
  const all = params.choice('operator', ['ANY', 'ALL']) === 'ALL'
  const live = campaigns.filter((campaign) => statusOf(campaign) !== 'DELETED')
  return live.filter(({ labels = [] }) => {
    const has = (given: string) => labels.some(({ id, name }) => id === given || name === given)
    return all ? wanted.every(has) : wanted.some(has)
  })
}
