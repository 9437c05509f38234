import { ServiceError } from '../../base/errors.ts'
import { decimalOfNumber } from '../../base/money.ts'
import { type Step, write } from '../../journal/write.ts'
import type { Part } from '../../platforms/search/connector.ts'
import { connectorFor } from './connection.ts'
import { amountText, microsOf } from './money.ts'

type Change = {
  readonly accountId: string
  readonly campaignId: string
  readonly budget: string
  readonly fromMicros: string
  readonly toMicros: string
}

export const edit_campaign = write<'search/edit_campaign'>({
  target: ({ campaignId }) => `search/campaign/${campaignId}`,

  async plan({ userId, campaignId, amount }, ctx) {
    const connector = await ctx.connect(userId, 'search')
    const [campaign, unit] = await Promise.all([
      connector.campaign(campaignId),
      connector.billableUnitMicros(),
    ])
    const { accountId, currencyCode } = connector.selection
    const toMicros = microsOf(decimalOfNumber(amount), unit, 'amount', currencyCode)
    if (!campaign || campaign.status === 'REMOVED')
      throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    const { amountMicros, explicitlyShared, referenceCount, resourceName } = campaign.budget
    if (amountMicros === '') throw refused('the campaign has a budget for its whole time, not by the day.')
    // Changing it would change what other campaigns spend, which nobody asked for.
    if (explicitlyShared && referenceCount > 1)
      throw refused(`the campaign shares its budget with ${referenceCount - 1} others.`)
    const text = (micros: bigint) => `${amountText(micros, unit)} ${currencyCode}`
    const [before, after] = [text(BigInt(amountMicros)), text(toMicros)]
    const data: Change = {
      accountId,
      campaignId,
      budget: resourceName,
      fromMicros: amountMicros,
      toMicros: String(toMicros),
    }
    const says = `Set the daily budget of "${campaign.name}" from ${before} to ${after}.`
    return {
      steps: [{ name: 'set_budget', says, data }],
      before: { dailyBudget: before },
      after: { dailyBudget: after },
    }
  },

  async rehearse({ steps: [step] }, _body, ctx) {
    // The one step of the plan above.
    const change = step?.data as Change
    await (await connectorFor(ctx, change.accountId)).validate([partOf(change)])
  },

  steps: { set_budget: setBudget() },

  results: () => ({}),
})

function refused(problem: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', {
    field: 'campaignId',
    values: { platform: 'search', problem },
  })
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignBudgetOperation */
function partOf({ budget, toMicros }: Change): Part {
  return {
    origin: 'amount',
    operation: {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: { resourceName: budget, amountMicros: toMicros },
      },
    },
  }
}

function setBudget(): Step<Change> {
  return {
    async send({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      await connector.mutate([partOf(data)])
      return { upstreamId: data.campaignId }
    },
    /** Neither the old amount nor the new one: somebody else changed it, and is not overwritten. */
    async find({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const micros = (await connector.campaign(data.campaignId))?.budget.amountMicros
      if (micros === data.toMicros) return { state: 'done', outcome: { upstreamId: data.campaignId } }
      return { state: micros === data.fromMicros ? 'not_done' : 'conflict' }
    },
  }
}
