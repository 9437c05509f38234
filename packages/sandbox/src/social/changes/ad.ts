// What callers may write of an ad.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { addAd, ownEntry } from '../relations.ts'
import { type Ad, statusOf } from '../state.ts'
import { lacks, nameField, readStatus, writesOf } from './engine.ts'

export const adWrites = writesOf<Ad>({
  noun: 'ad',
  word: 'ad',
  idsAbove: 120_250_200_000_000_000n,
  archivedForGood: false,
  fields: [nameField],
  creation: {
    params: ['adset_id', 'creative'],
    read(account, request) {
      const { params, now, social } = request
      const name = params.requiredText('name')
      const adSet = ownEntry(account, social.adSets, params.requiredText('adset_id'))
      const asked = params.json('creative')
      const reference =
        typeof asked === 'object' && asked !== null
          ? new Map<string, unknown>(Object.entries(asked)).get('creative_id')
          : undefined
      if (reference === undefined) throw lacks('creative')
      const model = ownEntry(account, social.creatives, String(reference))
      const status = readStatus(request) ?? 'PAUSED'
      return (beginning) => ({
        ...beginning,
        campaign: adSet.campaign,
        adSet: adSet.id,
        name,
        statuses: [{ at: now, status }],
        creative: model.id,
      })
    },
  },
  add: addAd,
  campaignOf: (ad) => ad.campaign,
  summary: (ad) => ({ name: ad.name, status: statusOf(ad) }),
  above: (ad) => ({ campaign: ad.campaign, adset: ad.adSet }),
})
