import type { Budget } from '../connector-kit/budgets.ts'

/** The newspaper counts in cents. */
export const toTownBudget = (cents: number): Budget => ({ daily: BigInt(cents) * 10_000n, lifetime: 0n })
