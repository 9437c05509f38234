// Metrics that can be added, and their arithmetic.

import { add, type Decimal, subtract, zero } from '../../money/money.ts'
import type { AdMetrics } from './adMetrics.ts'

export type AdditiveMetrics = Pick<
  AdMetrics,
  'impressions' | 'clicks' | 'spend' | 'conversions' | 'conversionsValue' | 'leads'
>

export const zeroMetrics: AdditiveMetrics = {
  impressions: 0,
  clicks: 0,
  spend: zero,
  conversions: zero,
  conversionsValue: zero,
  leads: zero,
}

export function addMetrics(a: AdditiveMetrics, b: AdditiveMetrics): AdditiveMetrics {
  return combineMetrics(a, b, (x, y) => x + y, add)
}

export function subtractMetrics(a: AdditiveMetrics, b: AdditiveMetrics): AdditiveMetrics {
  return combineMetrics(a, b, (x, y) => x - y, subtract)
}

function combineMetrics(
  a: AdditiveMetrics,
  b: AdditiveMetrics,
  combineCounts: (a: number, b: number) => number,
  combineDecimals: (a: Decimal, b: Decimal) => Decimal,
): AdditiveMetrics {
  return {
    impressions: combineCounts(a.impressions, b.impressions),
    clicks: combineCounts(a.clicks, b.clicks),
    spend: combineDecimals(a.spend, b.spend),
    conversions: combineDecimals(a.conversions, b.conversions),
    conversionsValue: combineDecimals(a.conversionsValue, b.conversionsValue),
    leads: combineDecimals(a.leads, b.leads),
  }
}

export function isZeroMetrics({
  impressions,
  clicks,
  spend,
  conversions,
  conversionsValue,
  leads,
}: AdditiveMetrics): boolean {
  const decimals = [spend, conversions, conversionsValue, leads]
  return impressions === 0 && clicks === 0 && decimals.every(({ units }) => units === 0n)
}
