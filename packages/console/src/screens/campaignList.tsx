// The campaigns of one ad account.

import type { Results } from '@adrail/client'
import { address, ask, to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { may, type Platform } from '../session/session.ts'
import { money } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { campaignStatus, sentence } from '../words/statuses.ts'

export type Campaign = Results<`${Platform}/get_campaigns`>['campaigns'][number]

export interface NamedCampaign {
  readonly userId: string
  readonly platform: Platform
  readonly campaignId: string
}

export const allButDeleted = 'All but deleted'
export const statusChoices = ['ACTIVE', 'SCHEDULED', 'ENDED', 'PAUSED', 'DELETED'] as const

/** Returns the filter for a status. Deleted campaigns are selected by `status` instead of `servingStatus`. */
export function ofStatus(choice: (typeof statusChoices)[number] | undefined) {
  if (choice === undefined) return {}
  return choice === 'DELETED' ? { status: choice } : { servingStatus: choice }
}

interface Budgeted {
  readonly status: string
  readonly dailyBudget: string
  readonly lifetimeBudget?: string
  readonly currencyCode: string
}

/**
 * Describes the location of the budget, when the campaign itself has none. Empty for campaigns known from
 * reports only, whose budget is unknown.
 */
export function budgetInside(
  platform: Platform,
  { status, dailyBudget, lifetimeBudget = '' }: Budgeted,
): string {
  if (status === '' || dailyBudget !== '' || lifetimeBudget !== '') return ''
  return { social: 'In its ad sets', search: '', pro: 'In its ad groups' }[platform]
}

/** Shows the daily or the lifetime budget. */
export function budgetColumn<Row extends Budgeted>(platformOf: (row: Row) => Platform): Column<Row> {
  return {
    label: 'Budget',
    figure: true,
    cell: (row) => {
      const { dailyBudget, lifetimeBudget = '', currencyCode } = row
      const amount = dailyBudget || lifetimeBudget
      return amount === '' ? (
        budgetInside(platformOf(row), row)
      ) : (
        <span>
          {money(amount, currencyCode)}
          <small>{dailyBudget === '' ? 'in all' : 'a day'}</small>
        </span>
      )
    },
  }
}

export function CampaignList({ userId, platform }: { readonly userId: string; readonly platform: Platform }) {
  const cursor = `${platform}At`
  const at = address.value.query.get(cursor) ?? ''
  const filter = `${platform}Status`
  const status = statusChoices.find((each) => each === address.value.query.get(filter))
  const reading = useRead(`${platform}/get_campaigns`, {
    userId,
    ...ofStatus(status),
    ...(at === '' ? {} : { pagination: at }),
  })
  const create =
    platform === 'search' ? 'search/create_search_campaign' : (`${platform}/create_campaign` as const)
  return (
    <section class="stack" aria-label={`Campaigns on ${nameOf(platform)}`}>
      <div class="row">
        <h2>Campaigns on {nameOf(platform)}</h2>
        <select
          class="brief"
          aria-label={`Status of the campaigns on ${nameOf(platform)}`}
          value={status ?? ''}
          onChange={(event) => ask({ [filter]: event.currentTarget.value, [cursor]: '' })}
        >
          <option value="">{allButDeleted}</option>
          {statusChoices.map((each) => (
            <option value={each} key={each}>
              {sentence(each)}
            </option>
          ))}
        </select>
        {may(create) && (
          <a class="button end" href={to(`users/${userId}/${platform}/new`)}>
            New campaign
          </a>
        )}
      </div>
      <Shown reading={reading}>
        {({ campaigns, pagination }) =>
          campaigns.length === 0 && at === '' && pagination.next === '' ? (
            <Empty title={status ? 'No campaigns of this status' : 'No campaigns yet'}>
              <p>What is created here or at the platform will stand in this list.</p>
            </Empty>
          ) : (
            <>
              <Table<Campaign>
                name={`Campaigns on ${nameOf(platform)}`}
                rows={campaigns}
                idOf={({ id }) => id}
                columns={[
                  {
                    label: 'Campaign',
                    cell: ({ id, name }) => (
                      <span>
                        <a href={to(`users/${userId}/${platform}/${id}`)}>{name}</a>
                        <small>{id}</small>
                      </span>
                    ),
                  },
                  { label: 'Status', cell: (campaign) => <Badge {...campaignStatus(campaign)} /> },
                  budgetColumn(() => platform),
                ]}
              />
              <Pager
                pagination={pagination}
                words={['Back', 'More']}
                name={`Pages of campaigns on ${nameOf(platform)}`}
                cursor={cursor}
              />
            </>
          )
        }
      </Shown>
    </section>
  )
}
