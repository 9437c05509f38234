// Figures that can be added up, and their arithmetic.

import { add, type Decimal, subtract, zero } from '../../base/money.ts'
import type { Figures } from './figures.ts'

export type Sums = Pick<
  Figures,
  'impressions' | 'clicks' | 'spend' | 'conversions' | 'conversionsValue' | 'leads'
>

export const noSums: Sums = {
  impressions: 0,
  clicks: 0,
  spend: zero,
  conversions: zero,
  conversionsValue: zero,
  leads: zero,
}

export function plus(a: Sums, b: Sums): Sums {
  return combined(a, b, (x, y) => x + y, add)
}

export function minus(a: Sums, b: Sums): Sums {
  return combined(a, b, (x, y) => x - y, subtract)
}

function combined(
  a: Sums,
  b: Sums,
  ofCounts: (a: number, b: number) => number,
  ofDecimals: (a: Decimal, b: Decimal) => Decimal,
): Sums {
  return {
    impressions: ofCounts(a.impressions, b.impressions),
    clicks: ofCounts(a.clicks, b.clicks),
    spend: ofDecimals(a.spend, b.spend),
    conversions: ofDecimals(a.conversions, b.conversions),
    conversionsValue: ofDecimals(a.conversionsValue, b.conversionsValue),
    leads: ofDecimals(a.leads, b.leads),
  }
}

export function isNothing({
  impressions,
  clicks,
  spend,
  conversions,
  conversionsValue,
  leads,
}: Sums): boolean {
  const decimals = [spend, conversions, conversionsValue, leads]
  return impressions === 0 && clicks === 0 && decimals.every(({ units }) => units === 0n)
}
