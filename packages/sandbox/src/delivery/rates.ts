// The costs and results of each kind of advertising, and how they depend on the weekday, the season and the
// hour.

export type DeliveryKind =
  | 'awareness'
  | 'traffic'
  | 'engagement'
  | 'leads'
  | 'sales'
  | 'app'
  | 'search'
  | 'professional'
  | 'professionalLeads'

export interface Rates {
  /** Euros for a thousand impressions. */
  readonly cpmEuros: number
  readonly clickRate: number
  /** Share of all clicks that lead away from the platform. */
  readonly linkShare: number
  /** Reactions per impression. */
  readonly reactionRate: number
  /** Share of the link clicks that end in the advertiser's goal. */
  readonly conversionRate: number
  /** Euros that one conversion is worth. */
  readonly conversionValueEuros: number
  readonly weekProfile: WeekProfile
}

type WeekProfile = 'shop' | 'office'

// Each row sums to 7 and has no factor above 1.75. So a week never spends more than seven daily budgets, and
// a day never more than 1.75 daily budgets. Sunday is first, as the platforms count their weeks.
const weekdayFactors: Record<WeekProfile, readonly number[]> = {
  shop: [1.05, 0.9, 0.88, 0.93, 0.99, 1.1, 1.15],
  office: [0.62, 1.14, 1.2, 1.18, 1.14, 1.0, 0.72],
}

const monthFactors = [0.86, 0.88, 0.93, 0.96, 0.97, 0.94, 0.89, 0.87, 0.93, 0.97, 1.0, 0.99]

export const ratesByKind: Record<DeliveryKind, Rates> = {
  awareness: {
    cpmEuros: 3.1,
    clickRate: 0.006,
    linkShare: 0.5,
    reactionRate: 0.004,
    conversionRate: 0.002,
    conversionValueEuros: 12,
    weekProfile: 'shop',
  },
  traffic: {
    cpmEuros: 7.4,
    clickRate: 0.024,
    linkShare: 0.74,
    reactionRate: 0.003,
    conversionRate: 0.011,
    conversionValueEuros: 21,
    weekProfile: 'shop',
  },
  engagement: {
    cpmEuros: 5.2,
    clickRate: 0.031,
    linkShare: 0.22,
    reactionRate: 0.016,
    conversionRate: 0.004,
    conversionValueEuros: 15,
    weekProfile: 'shop',
  },
  leads: {
    cpmEuros: 10.6,
    clickRate: 0.019,
    linkShare: 0.78,
    reactionRate: 0.002,
    conversionRate: 0.094,
    conversionValueEuros: 40,
    weekProfile: 'office',
  },
  sales: {
    cpmEuros: 11.8,
    clickRate: 0.018,
    linkShare: 0.82,
    reactionRate: 0.002,
    conversionRate: 0.041,
    conversionValueEuros: 38,
    weekProfile: 'shop',
  },
  app: {
    cpmEuros: 6.9,
    clickRate: 0.016,
    linkShare: 0.86,
    reactionRate: 0.001,
    conversionRate: 0.12,
    conversionValueEuros: 3,
    weekProfile: 'shop',
  },
  search: {
    cpmEuros: 62,
    clickRate: 0.058,
    linkShare: 1,
    reactionRate: 0,
    conversionRate: 0.052,
    conversionValueEuros: 45,
    weekProfile: 'office',
  },
  professional: {
    cpmEuros: 34,
    clickRate: 0.0062,
    linkShare: 0.8,
    reactionRate: 0.001,
    conversionRate: 0.04,
    conversionValueEuros: 120,
    weekProfile: 'office',
  },
  professionalLeads: {
    cpmEuros: 41,
    clickRate: 0.0074,
    linkShare: 0.8,
    reactionRate: 0.001,
    conversionRate: 0.13,
    conversionValueEuros: 0,
    weekProfile: 'office',
  },
}

/** A day that spends far more than its share of the week. */
export interface BusyDay {
  /** Sunday is 0. */
  readonly weekday: number
  readonly factor: number
}

/** Returns how much of its daily budget the market lets a campaign spend on that day, on average. */
export function computeDailySpendFactor(
  weekProfile: WeekProfile,
  epochDay: number,
  busyDay?: BusyDay,
): number {
  const date = new Date(epochDay * 86_400_000)
  const month = date.getUTCMonth()
  const current = monthFactors[month] ?? 1
  const next = monthFactors[(month + 1) % 12] ?? 1
  const season = current + ((next - current) * (date.getUTCDate() - 1)) / 31
  return computeWeekdayFactor(weekProfile, date.getUTCDay(), busyDay) * season
}

/** The other days lose what the busy day gains, so the week still sums to 7. */
function computeWeekdayFactor(
  weekProfile: WeekProfile,
  weekday: number,
  busyDay: BusyDay | undefined,
): number {
  const getNormalFactor = (dayOfWeek: number) => weekdayFactors[weekProfile][dayOfWeek] ?? 1
  if (busyDay === undefined) return getNormalFactor(weekday)
  if (weekday === busyDay.weekday) return busyDay.factor
  return (getNormalFactor(weekday) * (7 - busyDay.factor)) / (7 - getNormalFactor(busyDay.weekday))
}

const hourWeights = [
  12, 7, 5, 4, 4, 7, 16, 28, 36, 40, 42, 44, 50, 48, 44, 43, 45, 50, 58, 66, 72, 68, 48, 24,
]
const totalHourWeight = hourWeights.reduce((sum, weight) => sum + weight, 0)

/**
 * Returns the share of a day's delivery that is complete when a share of the day has passed. Both range from
 * 0 to 1.
 */
export function computeCumulativeDayShare(dayFraction: number): number {
  if (dayFraction <= 0) return 0
  if (dayFraction >= 1) return 1
  const position = dayFraction * 24
  const fullHours = Math.floor(position)
  let sum = 0
  for (let hour = 0; hour < fullHours; hour++) sum += hourWeights[hour] ?? 0
  return (sum + (hourWeights[fullHours] ?? 0) * (position - fullHours)) / totalHourWeight
}
