// One campaign: whether it runs, what it may spend, how it does, and what it consists of.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useAsking, useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Change } from '../parts/change.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { may } from '../session/session.ts'
import { day, money } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { campaignStatus } from '../words/statuses.ts'
import { statusOf } from './campaignList.tsx'
import { SocialInsights } from './socialInsights.tsx'

type Campaign = Results<'social/get_campaigns' | 'search/get_campaigns'>['campaigns'][number]

interface Named {
  readonly userId: string
  readonly platform: 'social' | 'search'
  readonly campaignId: string
}

/** The list is gone through to find the campaign, and no further than this. */
const mostLookedAt = 1000

export function CampaignPage({
  userId,
  platform: given,
  campaignId,
}: {
  readonly userId: string
  readonly platform: string
  readonly campaignId: string
}) {
  const platform = given === 'search' ? 'search' : 'social'
  const named = { userId, platform, campaignId } as const
  const reading = useAsking(
    `campaign ${userId} ${platform} ${campaignId}`,
    async (signal) => {
      const list = client.pages[platform].get_campaigns({ userId }, { limit: mostLookedAt, signal })
      for await (const campaign of list) if (campaign.id === campaignId) return { campaign }
      return {}
    },
    [{ operation: `${platform}/get_campaigns`, body: { userId } }],
  )
  const campaign = reading.results?.campaign
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      says={`On ${nameOf(platform)}, ${campaignId}.`}
      back={{ href: to(`users/${userId}`), text: 'The user' }}
      calls={reading.calls}
      actions={campaign && <Actions {...named} campaign={campaign} />}
    >
      <Shown reading={reading}>
        {({ campaign }) =>
          campaign ? (
            <>
              <Facts campaign={campaign} />
              {platform === 'social' && <SocialInsights {...named} currencyCode={campaign.currencyCode} />}
              {platform === 'social' ? <AdSets {...named} /> : <AdGroups {...named} />}
              <Ads {...named} />
            </>
          ) : (
            <Empty title="No such campaign">
              <p>The ad account has no campaign of this id, or it was deleted.</p>
            </Empty>
          )
        }
      </Shown>
    </Page>
  )
}

function Facts({ campaign }: { readonly campaign: Campaign }) {
  const { dailyBudget, currencyCode } = campaign
  const [from, until] =
    'startTime' in campaign ? [campaign.startTime, campaign.stopTime] : [campaign.startDate, campaign.endDate]
  const lifetime = 'lifetimeBudget' in campaign ? campaign.lifetimeBudget : ''
  return (
    <dl class="tiles">
      <Tile name="Status">
        <Badge {...campaignStatus(statusOf(campaign))} />
      </Tile>
      <Tile name="Budget a day">{money(dailyBudget, currencyCode) || '–'}</Tile>
      {lifetime !== '' && <Tile name="Budget in all">{money(lifetime, currencyCode)}</Tile>}
      <Tile name="Begins">{day(from) || '–'}</Tile>
      <Tile name="Ends">{day(until) || 'Open'}</Tile>
    </dl>
  )
}

export function Tile({
  name,
  children,
}: {
  readonly name: string
  readonly children: preact.ComponentChildren
}) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Actions({ campaign, ...named }: Named & { readonly campaign: Campaign }) {
  const { platform, userId, campaignId } = named
  const runs = /^(ACTIVE|ENABLED)$/.test(campaign.status)
  const status = runs ? 'PAUSED' : 'ACTIVE'
  const verb = runs ? 'Pause' : 'Switch on'
  const finished = ({ operationId }: { operationId: string }) => go(to(`operations/${operationId}`))
  return (
    <>
      {may(`${platform}/edit_campaign`) && (
        <ModalButton name="Change the budget" title="Change the budget" look="plain">
          <BudgetForm {...named} campaign={campaign} />
        </ModalButton>
      )}
      {may(`${platform}/update_campaign_status`) && (
        <ModalButton name={verb} title={`${verb}: ${campaign.name}`}>
          <Change
            operation={`${platform}/update_campaign_status`}
            body={{ userId, campaignId, status }}
            verb={runs ? 'Pause the campaign' : `Switch it on: ${budgetText(campaign)}`}
            done={finished}
          />
        </ModalButton>
      )}
    </>
  )
}

function budgetText({ dailyBudget, currencyCode }: Campaign): string {
  return dailyBudget === '' ? 'with its own budget' : `${money(dailyBudget, currencyCode)} a day`
}

function BudgetForm({ campaign, platform, userId, campaignId }: Named & { readonly campaign: Campaign }) {
  const { currencyCode, dailyBudget } = campaign
  const [text, setText] = useState(dailyBudget)
  const [amount, setAmount] = useState('')
  const [error, setError] = useState('')
  if (amount !== '')
    return (
      <>
        <p>
          {`${money(dailyBudget, currencyCode) || 'The budget of its ad sets'} → `}
          <strong>{`${money(amount, currencyCode)} a day, ${money(times30(amount), currencyCode)} in 30 days`}</strong>
        </p>
        <Change
          operation={`${platform}/edit_campaign`}
          // The contract takes a number; the shortest text of it is what was typed.
          body={{ userId, campaignId, amount: Number(amount) }}
          verb={`Set to ${money(amount, currencyCode)} a day`}
          done={({ operationId }) => go(to(`operations/${operationId}`))}
        />
      </>
    )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const given = text.trim().replace(',', '.')
        if (/^\d{1,9}(\.\d{1,3})?$/.test(given)) setAmount(given)
        else setError('Write an amount such as 25.00.')
      }}
    >
      <Field label={`Budget a day in ${currencyCode}`} error={error}>
        {(props) => (
          <input
            {...props}
            inputMode="decimal"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit">Show the plan</button>
      </div>
    </form>
  )
}

/** In whole units of the last decimal, so that nothing is rounded. */
export function times30(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const total = String(BigInt(`${whole}${decimals}`) * 30n).padStart(decimals.length + 1, '0')
  return decimals === '' ? total : `${total.slice(0, -decimals.length)}.${total.slice(-decimals.length)}`
}

function AdSets({ userId, campaignId }: Named) {
  const reading = useRead('social/get_ad_sets', { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ad sets</h2>
      <Shown reading={reading}>{({ adSets }) => <Parts name="Ad sets" parts={adSets} />}</Shown>
    </section>
  )
}

function AdGroups({ userId, campaignId }: Named) {
  const reading = useRead('search/get_ad_groups', { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ad groups</h2>
      <Shown reading={reading}>{({ adGroups }) => <Parts name="Ad groups" parts={adGroups} />}</Shown>
    </section>
  )
}

function Ads({ userId, platform, campaignId }: Named) {
  const reading = useRead(`${platform}/get_ads`, { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ads</h2>
      <Shown reading={reading}>{({ ads }) => <Parts name="Ads" parts={ads} />}</Shown>
    </section>
  )
}

interface Part {
  readonly id: string
  readonly name: string
  readonly effectiveStatus: string
  readonly issues: readonly string[]
}

function Parts({ name, parts }: { readonly name: string; readonly parts: readonly Part[] }) {
  if (parts.length === 0) return <p class="muted">There are none.</p>
  return (
    <Table
      name={name}
      rows={parts}
      idOf={({ id }) => id}
      columns={[
        { label: 'Name', cell: (part) => <strong>{part.name === '' ? part.id : part.name}</strong> },
        { label: 'Status', cell: ({ effectiveStatus }) => <Badge {...campaignStatus(effectiveStatus)} /> },
        { label: 'What hinders it', cell: ({ issues }) => issues.join(' ') },
        { label: 'Id', figure: true, cell: ({ id }) => <code>{id}</code> },
      ]}
    />
  )
}
