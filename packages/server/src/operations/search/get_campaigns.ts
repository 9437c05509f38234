import { ServiceError } from '../../base/errors.ts'
import { asText, at } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { amountText } from './money.ts'
import { ourStatus, platformStatus } from './status.ts'

const pageSize = 100

/** Newest first. A cursor says from which id to go on, and which way. */
export const get_campaigns: Handler<'search/get_campaigns'> = async ({ userId, pagination, status }, ctx) => {
  const connector = await ctx.connect(userId, 'search')
  const { accountId, currencyCode } = connector.selection
  const position = ctx.cursors.read(pagination)
  // Whoever has linked another account since starts again.
  if (position !== undefined && asText(at(position, 'account')) !== accountId)
    throw new ServiceError('INVALID_CURSOR', { field: 'pagination' })
  const below = asText(at(position, 'below'))
  const above = asText(at(position, 'above'))

  const [unit, rows] = await Promise.all([
    connector.billableUnitMicros(),
    connector.campaigns({
      ...(status === undefined ? {} : { status: platformStatus[status] }),
      ...(below === '' ? {} : { below }),
      ...(above === '' ? {} : { above }),
      // One more than a page tells whether there is another.
      limit: pageSize + 1,
    }),
  ])
  const page = rows.slice(0, pageSize)
  if (above !== '') page.reverse()
  const more = rows.length > pageSize
  const cursor = (wanted: boolean, direction: 'below' | 'above', id = '') =>
    wanted && id !== '' ? ctx.cursors.make({ account: accountId, [direction]: id }) : ''
  return {
    campaigns: page.map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      status: ourStatus(campaign.status),
      resourceName: campaign.resourceName,
      dailyBudget:
        campaign.budget.amountMicros === '' ? '' : amountText(BigInt(campaign.budget.amountMicros), unit),
      currencyCode,
      startDate: campaign.startDateTime.slice(0, 10),
      endDate: campaign.endDateTime.slice(0, 10),
    })),
    pagination: {
      next: cursor(above !== '' || more, 'below', page.at(-1)?.id),
      previous: cursor(below !== '' || (above !== '' && more), 'above', page[0]?.id),
    },
  }
}
