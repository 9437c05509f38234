// The changes of a campaign: its status and its daily budget. Both show their plan first.

import { useEffect, useRef, useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { Change } from '../parts/change.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Failure } from '../parts/states.tsx'
import { flawsIn } from '../parts/task.tsx'
import { may } from '../session/session.ts'
import { money, times30 } from '../words/figures.ts'
import type { Campaign, NamedCampaign } from './campaignList.tsx'

export function CampaignChanges({ campaign, ...named }: NamedCampaign & { readonly campaign: Campaign }) {
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

function BudgetForm({
  campaign,
  platform,
  userId,
  campaignId,
}: NamedCampaign & { readonly campaign: Campaign }) {
  const { currencyCode, dailyBudget } = campaign
  const [text, setText] = useState(dailyBudget)
  const [amount, setAmount] = useState('')
  const [refusal, setRefusal] = useState<unknown>()
  const told =
    refusal instanceof Error ? flawsIn(refusal, `${platform}/edit_campaign`).get('amount') : undefined
  const error = told ?? (typeof refusal === 'string' ? refusal : '')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (amount === '' && refusal !== undefined) input.current?.focus()
  }, [amount, refusal])
  if (amount !== '')
    return (
      <>
        <p>
          {`${money(dailyBudget, currencyCode) || 'The budget of its ad sets'} → `}
          <strong>{`${money(amount, currencyCode)} a day, ${money(times30(amount), currencyCode)} in 30 days`}</strong>
        </p>
        <Change
          operation={`${platform}/edit_campaign`}
          // The contract takes a number. Its shortest decimal text equals the input.
          body={{ userId, campaignId, amount: Number(amount) }}
          verb={`Set to ${money(amount, currencyCode)} a day`}
          // The form keeps the input for correction.
          failed={(error) => {
            setRefusal(error)
            setAmount('')
          }}
          done={({ operationId }) => go(to(`operations/${operationId}`))}
          beside={
            <button type="button" class="plain" onClick={() => setAmount('')}>
              Change the amount
            </button>
          }
        />
      </>
    )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const given = text.trim().replace(',', '.')
        const isAmount = /^\d{1,9}(\.\d{1,3})?$/.test(given)
        setRefusal(isAmount ? undefined : 'Write an amount such as 25.00.')
        if (isAmount) setAmount(given)
      }}
    >
      <Field label={`Budget a day in ${currencyCode}`} error={error}>
        {(props) => (
          <input
            {...props}
            ref={input}
            inputMode="decimal"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {refusal instanceof Error && told === undefined && <Failure error={refusal} />}
      <div class="actions">
        <button type="submit">Show the plan</button>
      </div>
    </form>
  )
}
