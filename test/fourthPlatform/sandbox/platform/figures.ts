// The daily figures of campaigns, from the delivery model.

import {
  createCells,
  type DeliveryLedger,
  openDeliveryLedger,
  toDeliveryTotals,
} from '../../delivery/delivery.ts'
import { formatIsoDay } from '../../delivery/zone.ts'
import type { TownAccount, TownCampaign } from './state.ts'

export interface TownFigures {
  readonly campaign: string
  readonly name: string
  readonly status: string
  readonly day: string
  readonly views: number
  readonly clicks: number
  /** In cents. */
  readonly cost: number
}

/** Returns one row for each day and campaign with views. Days are the account's, both inclusive. */
export function listFigures(
  seed: string,
  account: TownAccount,
  campaigns: readonly TownCampaign[],
  days: { readonly from: number; readonly until: number },
  now: number,
): TownFigures[] {
  const ledgers = campaigns.map((campaign) => ({ campaign, ledger: openLedger(seed, account, campaign) }))
  const figures: TownFigures[] = []
  for (let day = days.from; day <= days.until; day++)
    for (const { campaign, ledger } of ledgers) {
      const cells = createCells()
      ledger.add(0, day, day, now, cells)
      const { impressions: views, clicks, spend: cost } = toDeliveryTotals(cells)
      const { id, name, status } = campaign
      if (views > 0) figures.push({ campaign: id, name, status, day: formatIsoDay(day), views, clicks, cost })
    }
  return figures
}

function openLedger(seed: string, account: TownAccount, campaign: TownCampaign): DeliveryLedger {
  const { id, changes } = campaign
  const start = changes[0]?.at ?? 0
  return openDeliveryLedger(seed, {
    id,
    kind: 'awareness',
    timeZone: account.timeZone,
    start,
    unitsPerEuro: 100,
    budget: changes.map(({ at, dailyBudget }) => ({ at, daily: dailyBudget })),
    ads: [
      {
        id,
        start,
        video: false,
        switches: changes.map(({ at, status }) => ({ at, on: status === 'ACTIVE' })),
      },
    ],
  })
}
