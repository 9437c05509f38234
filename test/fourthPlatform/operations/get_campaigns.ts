import { handler } from '../../pipeline/handler.ts'
import { toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'

export const get_campaigns = handler('town/get_campaigns', async (body, { connector, page, runtime }) => {
  const { status, servingStatus } = body
  const paging = page.forList([status ?? '', servingStatus ?? ''].join(' '))
  const campaigns = (await connector.listCampaigns())
    .map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      objective: '',
      status: campaign.status,
      effectiveStatus: campaign.status,
      dailyBudget: connector.formatBudget(campaign),
      lifetimeBudget: '',
      currencyCode: connector.account.currencyCode,
      startTime: '',
      stopTime: '',
      ...toServingStatusFields(campaign.status, {}, connector.account.timeZone, runtime.now()),
    }))
    .filter((campaign) => status === undefined || campaign.status === status)
    .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus)
  return { campaigns, pagination: paging.neighborCursors({ rows: campaigns }) }
})
