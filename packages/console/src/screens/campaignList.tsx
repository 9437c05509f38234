// The campaigns of one ad account.

import type { Platform, Results } from '@adrail/client'
import { address, toHref, updateQuery } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { platformScreens } from '../platforms/index.ts'
import { canCall } from '../session/session.ts'
import { formatMoney } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import { formatCode, toCampaignBadge } from '../words/statuses.ts'

export type Campaign = Results<`${Platform}/get_campaigns`>['campaigns'][number]

export interface CampaignRef {
  readonly userId: string
  readonly platform: Platform
  readonly campaignId: string
}

export const notDeletedLabel = 'Not deleted'
export const statusChoices = ['ACTIVE', 'SCHEDULED', 'ENDED', 'PAUSED', 'DELETED'] as const

/** Returns the filter for a status. Deleted campaigns are selected by `status` instead of `servingStatus`. */
export function toStatusFilter(choice: (typeof statusChoices)[number] | undefined) {
  if (choice === undefined) return {}
  return choice === 'DELETED' ? { status: choice } : { servingStatus: choice }
}

interface BudgetFields {
  readonly status: string
  readonly dailyBudget: string
  readonly lifetimeBudget?: string
  readonly currencyCode: string
}

/**
 * Describes the location of the budget, when the campaign itself has none. Empty for campaigns known from
 * reports only, whose budget is unknown.
 */
export function describeBudgetLocation(
  platform: Platform,
  { status, dailyBudget, lifetimeBudget = '' }: BudgetFields,
): string {
  if (status === '' || dailyBudget !== '' || lifetimeBudget !== '') return ''
  return platformScreens[platform].budgetLocation ?? ''
}

/** Shows the daily or the lifetime budget. */
export function createBudgetColumn<Row extends BudgetFields>(
  getPlatform: (row: Row) => Platform,
): Column<Row> {
  return {
    label: 'Budget',
    isRightAligned: true,
    cell: (row) => {
      const { dailyBudget, lifetimeBudget = '', currencyCode } = row
      const amount = dailyBudget || lifetimeBudget
      return amount === '' ? (
        describeBudgetLocation(getPlatform(row), row)
      ) : (
        <span>
          {formatMoney(amount, currencyCode)}
          <small>{dailyBudget === '' ? 'lifetime' : 'a day'}</small>
        </span>
      )
    },
  }
}

export function CampaignList({ userId, platform }: { readonly userId: string; readonly platform: Platform }) {
  const cursorParameter = `${platform}At`
  const cursor = address.value.query.get(cursorParameter) ?? ''
  const statusParameter = `${platform}Status`
  const status = statusChoices.find((each) => each === address.value.query.get(statusParameter))
  const readState = useRead(`${platform}/get_campaigns`, {
    userId,
    ...toStatusFilter(status),
    ...(cursor === '' ? {} : { pagination: cursor }),
  })
  return (
    <section class="stack" aria-label={`Campaigns on ${formatPlatform(platform)}`}>
      <div class="row">
        <h2>Campaigns on {formatPlatform(platform)}</h2>
        <select
          class="brief"
          aria-label={`Status of the campaigns on ${formatPlatform(platform)}`}
          value={status ?? ''}
          onChange={(event) =>
            updateQuery({ [statusParameter]: event.currentTarget.value, [cursorParameter]: '' })
          }
        >
          <option value="">{notDeletedLabel}</option>
          {statusChoices.map((each) => (
            <option value={each} key={each}>
              {formatCode(each)}
            </option>
          ))}
        </select>
        {canCall(platformScreens[platform].createOperation) && (
          <a class="button end" href={toHref(`users/${userId}/${platform}/new`)}>
            New campaign
          </a>
        )}
      </div>
      <ReadView readState={readState}>
        {({ campaigns, pagination }) =>
          campaigns.length === 0 && cursor === '' && pagination.next === '' ? (
            <Empty title={status ? 'No campaigns with this status' : 'No campaigns yet'}>
              <p>Campaigns appear when someone creates them here or on the platform.</p>
            </Empty>
          ) : (
            <>
              <Table<Campaign>
                name={`Campaigns on ${formatPlatform(platform)}`}
                rows={campaigns}
                getId={({ id }) => id}
                columns={[
                  {
                    label: 'Campaign',
                    cell: ({ id, name }) => (
                      <span>
                        <a href={toHref(`users/${userId}/${platform}/${id}`)}>{name}</a>
                        <small>{id}</small>
                      </span>
                    ),
                  },
                  { label: 'Status', cell: (campaign) => <Badge {...toCampaignBadge(campaign)} /> },
                  createBudgetColumn(() => platform),
                ]}
              />
              <Pager
                pagination={pagination}
                labels={['Previous', 'Next']}
                name={`Pages of campaigns on ${formatPlatform(platform)}`}
                cursorParameter={cursorParameter}
              />
            </>
          )
        }
      </ReadView>
    </section>
  )
}
