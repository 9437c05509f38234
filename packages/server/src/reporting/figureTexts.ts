// Formats metrics for reports: exact decimal text, rates computed from sums, and the mark-up applied last.

import {
  add,
  currencyDecimals,
  type Decimal,
  decimalOfNumber,
  decimalText,
  divide,
  moneyText,
  multiply,
  round,
} from '../base/money.ts'
import type { Figures } from '../platforms/kit/figures.ts'
import type { Sums } from '../platforms/kit/sums.ts'

/** How costs are formatted. */
export interface Manner {
  /** The factor that multiplies every cost. */
  readonly factor: Decimal
  readonly currencyCode: string
}

const one: Decimal = { units: 1n, scale: 0 }
const rateDecimals = 4

export function mannerOf(currencyCode: string, percentage: number | undefined): Manner {
  const whole = add(decimalOfNumber(percentage ?? 0), { units: 100n, scale: 0 })
  const factor = percentage === undefined ? one : { units: whole.units, scale: whole.scale + 2 }
  return { factor, currencyCode }
}

export function sumsText(sums: Sums, manner: Manner) {
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    spend: costText(sums.spend, manner),
    conversions: countText(sums.conversions),
    conversionsValue: moneyText(sums.conversionsValue, manner.currencyCode),
    leads: countText(sums.leads),
  }
}

export function figuresText(figures: Figures, manner: Manner) {
  const { reach, videoViews, impressions, clicks, conversions } = figures
  const cost = multiply(figures.spend, manner.factor)
  const shown = BigInt(impressions)
  return {
    ...sumsText(figures, manner),
    ...(reach === undefined ? {} : { reach }),
    ...(videoViews === undefined ? {} : { videoViews }),
    ...rate('ctr', { units: BigInt(clicks) * 100n, scale: 0 }, { units: shown, scale: 0 }),
    ...rate('cpc', cost, { units: BigInt(clicks), scale: 0 }),
    ...rate('cpm', { units: cost.units * 1000n, scale: cost.scale }, { units: shown, scale: 0 }),
    ...rate('costPerConversion', cost, conversions),
  }
}

/** Omits a rate whose denominator is zero. */
function rate<Name extends string>(
  name: Name,
  above: Decimal,
  below: Decimal,
): { readonly [Each in Name]?: string } {
  if (below.units === 0n) return {}
  // The object has only the key in the type.
  return { [name]: decimalText(divide(above, below, rateDecimals)) } as { readonly [Each in Name]?: string }
}

/**
 * A marked-up cost is rounded to its currency. A cost without mark-up stays as exact as the platform returned
 * it.
 */
function costText(spend: Decimal, { factor, currencyCode }: Manner): string {
  const cost = multiply(spend, factor)
  return moneyText(factor === one ? cost : round(cost, currencyDecimals(currencyCode)), currencyCode)
}

/** Formats a count without trailing zeros. */
function countText(count: Decimal): string {
  let { units, scale } = count
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale--
  }
  return decimalText({ units, scale })
}
