// https://developers.google.com/google-ads/api/docs/campaigns/budgets/create-budgets

import { billableUnitMicros } from '../../catalogue/currencies.ts'
import { text, type Wire } from '../../wire.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkCount, countLimits } from './limits.ts'

/** No budget is larger than this many units of its currency. */
const largestMicros = 1_000_000_000_000_000n
/** A day's budget is at least ten of the smallest amounts that can be billed. */
const smallestUnits = 10n

export const budgetRules: ResourceRules = {
  create(context, budget) {
    const { draft } = context
    budget['id'] = draft.nextId('budget')
    budget['status'] = 'ENABLED'
    budget['deliveryMethod'] ??= 'STANDARD'
    budget['period'] ??= 'DAILY'
    budget['type'] ??= 'STANDARD'
    budget['explicitlyShared'] ??= true
    budget['hasRecommendedBudget'] = false
    budget['name'] ??= `Budget ${budget['id']}`
    checkAmount(context, budget)
    const shared = budget['explicitlyShared'] === true
    const limit = shared ? countLimits.sharedBudgets : countLimits.budgets
    const alive = draft.count('campaign_budget', 'shared', sharing, String(shared))
    checkCount(context, limit, alive, draft.customerId)
    if (shared) checkName(context, budget)
    return undefined
  },

  update(context, budget, before, changed) {
    if (changed.has('amount_micros') || changed.has('total_amount_micros')) checkAmount(context, budget)
    if (changed.has('name')) {
      if (budget['explicitlyShared'] !== true && budget['name'] !== before['name']) {
        context.report('campaignBudgetError.CANNOT_MODIFY_FIELD_OF_IMPLICITLY_SHARED_CAMPAIGN_BUDGET', [
          'name',
        ])
      } else checkName(context, budget)
    }
    if (changed.has('explicitly_shared') && before['explicitlyShared'] === true) {
      if (budget['explicitlyShared'] !== true) {
        context.report('campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED', [
          'explicitly_shared',
        ])
      }
    }
  },

  remove(context, budget) {
    const name = text(budget['resourceName'])
    const users = context.draft.count('campaign', 'budget', budgetOf, name)
    if (users > 0) context.report('campaignBudgetError.CAMPAIGN_BUDGET_IN_USE', [], { trigger: name })
  },
}

export function budgetOf(campaign: Wire): string | undefined {
  return isRemoved(campaign) ? undefined : text(campaign['campaignBudget'])
}

function sharing(budget: Wire): string | undefined {
  return isRemoved(budget) ? undefined : String(budget['explicitlyShared'] === true)
}

function sharedName(budget: Wire): string | undefined {
  return isRemoved(budget) || budget['explicitlyShared'] !== true ? undefined : text(budget['name'])
}

function checkName(context: RuleContext, budget: Wire): void {
  const name = text(budget['name'])
  if (name === '') context.report('stringLengthError.TOO_SHORT', ['name'])
  const same = context.draft.keyed('campaign_budget', 'name', sharedName, name)
  if (same.some((other) => other['resourceName'] !== budget['resourceName'])) {
    context.report('campaignBudgetError.DUPLICATE_NAME', ['name'], { trigger: name })
  }
}

function checkAmount(context: RuleContext, budget: Wire): void {
  const daily = budget['period'] !== 'CUSTOM_PERIOD'
  const member = daily ? 'amountMicros' : 'totalAmountMicros'
  const path = [daily ? 'amount_micros' : 'total_amount_micros']
  const given = budget[member]
  if (given === undefined) {
    context.report('fieldError.REQUIRED', path)
    return
  }
  const amount = BigInt(text(given))
  const currency = text(context.draft.account.customer['currencyCode'])
  const unit = billableUnitMicros(currency)
  const minimum = unit * smallestUnits
  const trigger = text(given)
  if (amount < 0n) context.report('campaignBudgetError.NEGATIVE_MONEY_AMOUNT', path, { trigger })
  else if (amount % unit !== 0n) {
    context.report('campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', path, { trigger })
  } else if (amount > largestMicros) {
    context.report('campaignBudgetError.MONEY_AMOUNT_TOO_LARGE', path, { trigger })
  } else if (amount < minimum) {
    context.report('campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM', path, {
      trigger,
      details: {
        budgetPerDayMinimumErrorDetails: {
          currencyCode: currency,
          budgetPerDayMinimumMicros: String(minimum),
          minimumBudgetAmountMicros: String(minimum),
          failedBudgetAmountMicros: trigger,
        },
      },
    })
  }
}
