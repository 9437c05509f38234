import { handler } from '../../pipeline/handler.ts'
import { toConfiguredStatus, toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { toProSchedule } from '../../platforms/pro/schedule.ts'
import { toProServingState } from '../../platforms/pro/servingState.ts'
import { fromProStatus, toProStatuses } from '../../platforms/pro/status.ts'
import { formatInstant } from './instants.ts'

export const get_campaigns = handler('pro/get_campaigns', async (body, { connector, page, runtime }) => {
  const { servingStatus } = body
  const paging = page.forList([body.status ?? '', servingStatus ?? ''].join(' ').trimEnd())
  const statuses = toProStatuses(body.status ?? toConfiguredStatus(servingStatus))
  const groupPage = await connector.structure.readGroupPage(statuses, paging.position)
  const { timeZone } = connector.account
  const now = runtime.now()
  return {
    campaigns: groupPage.rows
      .map((group) => ({
        id: group.id,
        name: group.name,
        objective: group.objectiveType ?? '',
        status: fromProStatus(group.status),
        effectiveStatus: toProServingState(group).effectiveStatus,
        dailyBudget: '',
        lifetimeBudget: connector.formatAmount(group.totalBudget),
        currencyCode: connector.selection.currencyCode,
        startTime: formatInstant(group.runSchedule?.start),
        stopTime: formatInstant(group.runSchedule?.end),
        ...toServingStatusFields(
          fromProStatus(group.status),
          toProSchedule(group.runSchedule),
          timeZone,
          now,
        ),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: paging.neighborCursors(groupPage),
  }
})
