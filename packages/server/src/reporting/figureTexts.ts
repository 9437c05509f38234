// Figures as a report shows them: exact decimal text, rates from sums, and the mark-up at the very end.

import { add, type Decimal, decimalOfNumber, decimalText, divide, multiply, round } from '../base/money.ts'
import type { Figures } from '../platforms/kit/figures.ts'
import type { Sums } from '../platforms/kit/sums.ts'

/** How costs are shown. */
export interface Manner {
  /** What every cost is multiplied with. */
  readonly factor: Decimal
  /** Decimals that amounts of the currency have at least. */
  readonly decimals: number
}

const one: Decimal = { units: 1n, scale: 0 }
const rateDecimals = 4

export function mannerOf(currencyCode: string, percentage: number | undefined): Manner {
  const whole = add(decimalOfNumber(percentage ?? 0), { units: 100n, scale: 0 })
  const factor = percentage === undefined ? one : { units: whole.units, scale: whole.scale + 2 }
  return { factor, decimals: decimalsOf(currencyCode) }
}

export function sumsText(sums: Sums, { factor, decimals }: Manner) {
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    spend: costText(multiply(sums.spend, factor), factor === one ? undefined : decimals, decimals),
    conversions: shortText(sums.conversions, 0),
    conversionsValue: shortText(sums.conversionsValue, decimals),
    leads: shortText(sums.leads, 0),
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

/** Nothing where it would divide by nothing. */
function rate<Name extends string>(
  name: Name,
  above: Decimal,
  below: Decimal,
): { readonly [Each in Name]?: string } {
  if (below.units === 0n) return {}
  // The one member that the type names.
  return { [name]: decimalText(divide(above, below, rateDecimals)) } as { readonly [Each in Name]?: string }
}

/** A marked-up amount is an amount of money again; one that is not is told as exactly as the platform told it. */
function costText(cost: Decimal, rounded: number | undefined, least: number): string {
  return rounded === undefined ? shortText(cost, least) : decimalText(round(cost, rounded))
}

/** Without zeros at its end, but with so many decimals. */
function shortText(value: Decimal, least: number): string {
  let { units, scale } = value
  while (scale > least && units % 10n === 0n) {
    units /= 10n
    scale--
  }
  return decimalText(scale < least ? round({ units, scale }, least) : { units, scale })
}

const known = new Map<string, number>()

/** As ISO 4217 has it; two for what this machine does not know. */
function decimalsOf(currencyCode: string): number {
  const found = known.get(currencyCode)
  if (found !== undefined) return found
  let decimals = 2
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode })
    decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // No currency code at all: whatever the platform says is passed on.
  }
  known.set(currencyCode, decimals)
  return decimals
}
