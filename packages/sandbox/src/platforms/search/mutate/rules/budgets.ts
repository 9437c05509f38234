// https://developers.google.com/google-ads/api/docs/campaigns/budgets/create-budgets

import { billableUnitMicros } from '../../catalog/currencies.ts'
import { asString, type WireObject } from '../../wire.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { checkCountLimit, countLimits } from './limits.ts'

/** The maximum budget in micros, for every currency. */
const maxAmountMicros = 1_000_000_000_000_000n
/** The minimum daily budget, as a multiple of the currency's smallest billable unit. */
const minUnits = 10n

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
    const isShared = budget['explicitlyShared'] === true
    const limit = isShared ? countLimits.sharedBudgets : countLimits.budgets
    const liveCount = draft.countByKey('campaign_budget', 'shared', sharedKey, String(isShared))
    checkCountLimit(context, limit, liveCount, draft.customerId)
    if (isShared) checkName(context, budget)
    return undefined
  },

  update(context, budget, previous, changed) {
    if (changed.has('amount_micros') || changed.has('total_amount_micros')) checkAmount(context, budget)
    if (changed.has('name')) {
      if (budget['explicitlyShared'] !== true && budget['name'] !== previous['name']) {
        context.report('campaignBudgetError.CANNOT_MODIFY_FIELD_OF_IMPLICITLY_SHARED_CAMPAIGN_BUDGET', [
          'name',
        ])
      } else checkName(context, budget)
    }
    if (changed.has('explicitly_shared') && previous['explicitlyShared'] === true) {
      if (budget['explicitlyShared'] !== true) {
        context.report('campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED', [
          'explicitly_shared',
        ])
      }
    }
  },

  remove(context, budget) {
    const name = asString(budget['resourceName'])
    const campaignCount = context.draft.countByKey('campaign', 'budget', budgetKey, name)
    if (campaignCount > 0) context.report('campaignBudgetError.CAMPAIGN_BUDGET_IN_USE', [], { trigger: name })
  },
}

export function budgetKey(campaign: WireObject): string | undefined {
  return isRemoved(campaign) ? undefined : asString(campaign['campaignBudget'])
}

function sharedKey(budget: WireObject): string | undefined {
  return isRemoved(budget) ? undefined : String(budget['explicitlyShared'] === true)
}

function sharedNameKey(budget: WireObject): string | undefined {
  return isRemoved(budget) || budget['explicitlyShared'] !== true ? undefined : asString(budget['name'])
}

function checkName(context: RuleContext, budget: WireObject): void {
  const name = asString(budget['name'])
  if (name === '') context.report('stringLengthError.TOO_SHORT', ['name'])
  const duplicates = context.draft.findByKey('campaign_budget', 'name', sharedNameKey, name)
  if (duplicates.some((other) => other['resourceName'] !== budget['resourceName'])) {
    context.report('campaignBudgetError.DUPLICATE_NAME', ['name'], { trigger: name })
  }
}

function checkAmount(context: RuleContext, budget: WireObject): void {
  const isDaily = budget['period'] !== 'CUSTOM_PERIOD'
  const amountField = isDaily ? 'amountMicros' : 'totalAmountMicros'
  const path = [isDaily ? 'amount_micros' : 'total_amount_micros']
  const value = budget[amountField]
  if (value === undefined) {
    context.report('fieldError.REQUIRED', path)
    return
  }
  const amount = BigInt(asString(value))
  const currency = asString(context.draft.account.customer['currencyCode'])
  const unit = billableUnitMicros(currency)
  const minimum = unit * minUnits
  const trigger = asString(value)
  if (amount < 0n) context.report('campaignBudgetError.NEGATIVE_MONEY_AMOUNT', path, { trigger })
  else if (amount % unit !== 0n) {
    context.report('campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', path, { trigger })
  } else if (amount > maxAmountMicros) {
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
