import { served, statusBehind } from '../../platforms/kit/servingStatus.ts'
import { scheduleOf } from '../../platforms/pro/groupSchedule.ts'
import { ourStatus, statusesOf } from '../../platforms/pro/groupStatus.ts'
import { servedState } from '../../platforms/pro/holdReasons.ts'
import { handler } from '../../waist/handler.ts'
import { timeText } from './instants.ts'

export const get_campaigns = handler('pro/get_campaigns', async (asked, { connector, page, runtime }) => {
  const { servingStatus } = asked
  const own = page.of([asked.status ?? '', servingStatus ?? ''].join(' ').trimEnd())
  const statuses = statusesOf(asked.status ?? statusBehind(servingStatus))
  const found = await connector.structure.groups(statuses, own.position)
  const { timeZone } = connector.account
  const now = runtime.now()
  return {
    campaigns: found.rows
      .map((group) => ({
        id: group.id,
        name: group.name,
        objective: group.objectiveType ?? '',
        status: ourStatus(group.status),
        effectiveStatus: servedState(group.servingStatuses).effectiveStatus,
        dailyBudget: '',
        lifetimeBudget: connector.money(group.totalBudget),
        currencyCode: connector.selection.currencyCode,
        startTime: timeText(group.runSchedule?.start),
        stopTime: timeText(group.runSchedule?.end),
        ...served(ourStatus(group.status), scheduleOf(group.runSchedule), timeZone, now),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: own.around(found),
  }
})
