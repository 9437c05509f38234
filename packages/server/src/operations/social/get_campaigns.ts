import { decimalText } from '../../base/money.ts'
import { asText } from '../../platforms/kit/values.ts'
import { decimalsOf } from '../../platforms/social/currency.ts'
import type { Handler } from '../../waist/handler.ts'
import { cursorsOf, positionIn } from './paging.ts'
import { textOf } from './rows.ts'

/** What the platform may call a campaign that was set to a status. */
const effective = {
  ACTIVE: ['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS'],
  PAUSED: ['PAUSED', 'WITH_ISSUES', 'IN_PROCESS'],
  DELETED: ['DELETED'],
}
const allButDeleted = ['ACTIVE', 'PAUSED', 'WITH_ISSUES', 'IN_PROCESS', 'ARCHIVED']

export const get_campaigns: Handler<'social/get_campaigns'> = async ({ userId, pagination, status }, ctx) => {
  const social = await ctx.connect(userId, 'social')
  const { adAccountId, currencyCode } = social.selection
  const of = `${adAccountId} ${status ?? ''}`
  const statuses = status === undefined ? allButDeleted : effective[status]
  const page = await social.campaigns(statuses, positionIn(pagination, of, ctx))
  return {
    campaigns: page.rows
      .filter((row) => status === undefined || row['status'] === status)
      .map((row) => ({
        id: textOf(row, 'id'),
        name: textOf(row, 'name'),
        objective: textOf(row, 'objective'),
        status: textOf(row, 'status'),
        effectiveStatus: textOf(row, 'effective_status'),
        dailyBudget: budgetText(row['daily_budget'], currencyCode),
        lifetimeBudget: budgetText(row['lifetime_budget'], currencyCode),
        currencyCode,
        startTime: textOf(row, 'start_time'),
        stopTime: textOf(row, 'stop_time'),
      })),
    pagination: cursorsOf(page, of, ctx),
  }
}

/** Absent, or "0", where the budget is of another kind or on another level. */
function budgetText(units: unknown, currencyCode: string): string {
  const digits = asText(units)
  const scale = decimalsOf(currencyCode)
  if (!/^[1-9]\d{0,18}$/.test(digits) || scale === undefined) return ''
  return decimalText({ units: BigInt(digits), scale })
}
