import { ourStatus, statusesOf } from '../../platforms/pro/groupStatus.ts'
import { servedState } from '../../platforms/pro/holdReasons.ts'
import { handler } from '../../waist/handler.ts'
import { timeText } from './instants.ts'

export const get_campaigns = handler('pro/get_campaigns', async ({ status }, { connector, page }) => {
  const own = page.of(status ?? '')
  const found = await connector.structure.groups(statusesOf(status), own.position)
  return {
    campaigns: found.rows.map((group) => ({
      id: group.id,
      name: group.name,
      objective: group.objectiveType ?? '',
      status: ourStatus(group.status),
      effectiveStatus: servedState(group.servingStatuses).effectiveStatus,
      dailyBudget: '',
      lifetimeBudget: group.totalBudget?.amount ?? '',
      currencyCode: connector.selection.currencyCode,
      startTime: timeText(group.runSchedule?.start),
      stopTime: timeText(group.runSchedule?.end),
    })),
    pagination: own.around(found),
  }
})
