// Formats metrics for reports: exact decimal text, rates computed from sums, and the mark-up applied last.

import {
  add,
  currencyDecimals,
  type Decimal,
  decimalFromNumber,
  divide,
  formatDecimal,
  formatMoney,
  multiply,
  round,
} from '../money/money.ts'
import type { AdditiveMetrics } from '../platforms/connector-kit/additiveMetrics.ts'
import type { AdMetrics } from '../platforms/connector-kit/adMetrics.ts'

/** How costs are formatted. */
export interface CostFormat {
  /** The factor that multiplies every cost. */
  readonly factor: Decimal
  readonly currencyCode: string
}

const unitFactor: Decimal = { units: 1n, scale: 0 }
const rateDecimals = 4

export function makeCostFormat(currencyCode: string, percentage: number | undefined): CostFormat {
  const percentSum = add(decimalFromNumber(percentage ?? 0), { units: 100n, scale: 0 })
  const factor =
    percentage === undefined ? unitFactor : { units: percentSum.units, scale: percentSum.scale + 2 }
  return { factor, currencyCode }
}

export function formatSums(sums: AdditiveMetrics, format: CostFormat) {
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    spend: formatCost(sums.spend, format),
    conversions: formatDecimalCount(sums.conversions),
    conversionsValue: formatMoney(sums.conversionsValue, format.currencyCode),
    leads: formatDecimalCount(sums.leads),
  }
}

export function formatMetrics(metrics: AdMetrics, format: CostFormat) {
  const { reach, videoViews, impressions, clicks, conversions } = metrics
  const cost = multiply(metrics.spend, format.factor)
  const impressionUnits = BigInt(impressions)
  return {
    ...formatSums(metrics, format),
    ...(reach === undefined ? {} : { reach }),
    ...(videoViews === undefined ? {} : { videoViews }),
    ...rateField('ctr', { units: BigInt(clicks) * 100n, scale: 0 }, { units: impressionUnits, scale: 0 }),
    ...rateField('cpc', cost, { units: BigInt(clicks), scale: 0 }),
    ...rateField(
      'cpm',
      { units: cost.units * 1000n, scale: cost.scale },
      { units: impressionUnits, scale: 0 },
    ),
    ...rateField('costPerConversion', cost, conversions),
  }
}

/** Omits a rate whose denominator is zero. */
function rateField<Name extends string>(
  name: Name,
  numerator: Decimal,
  denominator: Decimal,
): { readonly [Key in Name]?: string } {
  if (denominator.units === 0n) return {}
  // The object has only the key in the type.
  return { [name]: formatDecimal(divide(numerator, denominator, rateDecimals)) } as {
    readonly [Key in Name]?: string
  }
}

/**
 * A marked-up cost is rounded to its currency. A cost without mark-up stays as exact as the platform returned
 * it.
 */
function formatCost(spend: Decimal, { factor, currencyCode }: CostFormat): string {
  const cost = multiply(spend, factor)
  return formatMoney(factor === unitFactor ? cost : round(cost, currencyDecimals(currencyCode)), currencyCode)
}

/** Formats a count without trailing zeros. */
function formatDecimalCount(count: Decimal): string {
  let { units, scale } = count
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale--
  }
  return formatDecimal({ units, scale })
}
