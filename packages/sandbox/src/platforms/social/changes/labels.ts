// Labels: campaigns are filed under them by name, and found by name or id.
// https://developers.facebook.com/docs/marketing-api/reference/ad-label

import { nextNumber, type State } from '../../../core/state.ts'
import { invalidParameter } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import { listCampaigns } from '../relations.ts'
import { type AdAccount, type Campaign, currentStatus, type Label, type SocialState } from '../state.ts'
import { readParamObject, readTextField } from './paramObject.ts'

const maxLabels = 50

/** Reads the labels of a new campaign. Unknown names become labels when the campaign is created. */
export function readLabels(account: AdAccount, params: Params): ((state: State) => Label[]) | undefined {
  const value = params.json('adlabels')
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length > maxLabels)
    throw invalidParameter(`Param adlabels must be an array of at most ${maxLabels} labels.`, {
      blame: ['adlabels'],
    })
  const requestedLabels = value.map((entry: unknown, index) => {
    const label = readParamObject(entry, `adlabels[${index}]`, ['id', 'name'])
    const name = readTextField(label, 'name')
    const id = readTextField(label, 'id')
    if (name === undefined && id === undefined)
      throw invalidParameter(`Param adlabels[${index}] must have a name or an id.`, { blame: ['adlabels'] })
    return { name, id }
  })
  return (state) => {
    const existingLabels = listLabels(state.social, account.id)
    return requestedLabels.flatMap(({ name, id }) => {
      const match = existingLabels.find((label) => (id === undefined ? label.name === name : label.id === id))
      if (match !== undefined) return [match]
      if (name === undefined) return []
      return [{ id: String(120_250_400_000_000_000n + BigInt(nextNumber(state, 'social.label'))), name }]
    })
  }
}

function listLabels(social: SocialState, account: string): Label[] {
  return listCampaigns(social, account).flatMap(({ labels = [] }) => labels)
}

/** Filters for `campaignsbylabels`: campaigns with any of the labels, or with all of them. */
export function filterByLabels(campaigns: readonly Campaign[], params: Params): Campaign[] {
  const labelKeys = params.list('ad_label_ids')
  if (labelKeys === undefined || labelKeys.length === 0)
    throw invalidParameter('The parameter ad_label_ids is required.', { blame: ['ad_label_ids'] })
  const requiresAll = params.choice('operator', ['ANY', 'ALL']) === 'ALL'
  const liveCampaigns = campaigns.filter((campaign) => currentStatus(campaign) !== 'DELETED')
  return liveCampaigns.filter(({ labels = [] }) => {
    const hasLabel = (key: string) => labels.some(({ id, name }) => id === key || name === key)
    return requiresAll ? labelKeys.every(hasLabel) : labelKeys.some(hasLabel)
  })
}
