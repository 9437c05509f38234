// Ads: created, changed, removed.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { nextNumber } from '../core/state.ts'
import { requireAdsWrite } from './access.ts'
import { cannotEdit, carryOut, changeStatus, isTrial, readStatus } from './changes.ts'
import { invalid, missing } from './errors.ts'
import type { Write } from './nodes.ts'
import { accountOf, addAd, entryOf } from './relations.ts'
import { type Ad, type AdAccount, statusOf } from './state.ts'

const updatable = ['name', 'status', 'execution_options']

export const updateAd: Write<Ad> = {
  params: updatable,
  run(ad, request) {
    requireAdsWrite(request, accountOf(request.social, ad))
    const status = readStatus(request)
    if (statusOf(ad) === 'DELETED') throw cannotEdit('ad', 'deleted')
    const name = request.params.text('name')
    if (name !== undefined && name.trim() === '')
      throw invalid('The parameter name is required.', { blame: ['name'] })
    if (isTrial(request)) return { success: true }
    return carryOut(request, 'ad.update', ad.campaign, ad, summary, () => {
      if (name !== undefined) ad.name = name
      changeStatus(ad, status, request.now)
    })
  },
}

const summary = (ad: Ad) => ({ name: ad.name, status: statusOf(ad) })

export const createAd: Write<AdAccount> = {
  params: [...updatable, 'adset_id', 'creative'],
  run(account, request) {
    const { params, now, social } = request
    requireAdsWrite(request, account)
    const name = params.requiredText('name')
    const adSet = entryOf(social.adSets, params.requiredText('adset_id'))
    if (adSet === undefined || adSet.account !== account.id)
      throw missing('post', params.requiredText('adset_id'))
    const asked = params.json('creative')
    const reference =
      typeof asked === 'object' && asked !== null
        ? new Map<string, unknown>(Object.entries(asked)).get('creative_id')
        : undefined
    if (reference === undefined) throw invalid('The parameter creative is required.', { blame: ['creative'] })
    const model = entryOf(social.creatives, String(reference))
    if (model === undefined || model.account !== account.id) throw missing('post', String(reference))
    const status = readStatus(request) ?? 'PAUSED'
    if (isTrial(request)) return { success: true }
    const ad: Ad = {
      id: String(120_250_200_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.ad')) * 10n),
      account: account.id,
      campaign: adSet.campaign,
      adSet: adSet.id,
      name,
      createdAt: now,
      updatedAt: now,
      statuses: [{ at: now, status }],
      creative: model.id,
    }
    addAd(social, ad)
    request.exchange.effect('ad.create', ad.id, { campaign: ad.campaign, adset: ad.adSet, name, status })
    return { id: ad.id }
  },
}

export const removeAd: Write<Ad> = {
  params: [],
  run(ad, request) {
    requireAdsWrite(request, accountOf(request.social, ad))
    return carryOut(request, 'ad.delete', ad.campaign, ad, summary, () =>
      changeStatus(ad, 'DELETED', request.now),
    )
  },
}
