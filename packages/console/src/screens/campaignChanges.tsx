// The changes of a campaign: its status and its daily budget. Both show their plan first.

import { useEffect, useRef, useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { PlannedWrite } from '../parts/plannedWrite.tsx'
import { Failure } from '../parts/states.tsx'
import { listFieldErrors } from '../parts/task.tsx'
import { canCall } from '../session/session.ts'
import { formatMoney, multiplyBy30 } from '../words/formats.ts'
import type { Campaign, CampaignRef } from './campaignList.tsx'

export function CampaignChanges({ campaign, ...campaignRef }: CampaignRef & { readonly campaign: Campaign }) {
  const { platform, userId, campaignId } = campaignRef
  const isRunning = /^(ACTIVE|ENABLED)$/.test(campaign.status)
  const newStatus = isRunning ? 'PAUSED' : 'ACTIVE'
  const buttonLabel = isRunning ? 'Pause' : 'Activate'
  const navigateToOperation = ({ operationId }: { operationId: string }) =>
    navigate(toHref(`operations/${operationId}`))
  return (
    <>
      {canCall(`${platform}/edit_campaign`) && (
        <ModalButton name="Change the budget" title="Change the budget" variant="plain">
          <BudgetForm {...campaignRef} campaign={campaign} />
        </ModalButton>
      )}
      {canCall(`${platform}/update_campaign_status`) && (
        <ModalButton name={buttonLabel} title={`${buttonLabel}: ${campaign.name}`}>
          <PlannedWrite
            operation={`${platform}/update_campaign_status`}
            body={{ userId, campaignId, status: newStatus }}
            buttonLabel={isRunning ? 'Pause the campaign' : `Activate ${formatBudget(campaign)}`}
            onDone={navigateToOperation}
          />
        </ModalButton>
      )}
    </>
  )
}

function formatBudget({ dailyBudget, currencyCode }: Campaign): string {
  return dailyBudget === '' ? 'with its own budget' : `at ${formatMoney(dailyBudget, currencyCode)} a day`
}

function BudgetForm({
  campaign,
  platform,
  userId,
  campaignId,
}: CampaignRef & { readonly campaign: Campaign }) {
  const { currencyCode, dailyBudget } = campaign
  const [text, setText] = useState(dailyBudget)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const amountError =
    problem instanceof Error ? listFieldErrors(problem, `${platform}/edit_campaign`).get('amount') : undefined
  const error = amountError ?? (typeof problem === 'string' ? problem : '')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (amount === '' && problem !== undefined) input.current?.focus()
  }, [amount, problem])
  if (amount !== '')
    return (
      <>
        <p>
          {`${formatMoney(dailyBudget, currencyCode) || 'The budget of the ad sets'} → `}
          <strong>{`${formatMoney(amount, currencyCode)} a day, ${formatMoney(multiplyBy30(amount), currencyCode)} in 30 days`}</strong>
        </p>
        <PlannedWrite
          operation={`${platform}/edit_campaign`}
          // The contract takes a number. Its shortest decimal text equals the input.
          body={{ userId, campaignId, amount: Number(amount) }}
          buttonLabel={`Set to ${formatMoney(amount, currencyCode)} a day`}
          // The form keeps the input for correction.
          onError={(error) => {
            setProblem(error)
            setAmount('')
          }}
          onDone={({ operationId }) => navigate(toHref(`operations/${operationId}`))}
          secondaryAction={
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
        const normalizedText = text.trim().replace(',', '.')
        const isAmount = /^\d{1,9}(\.\d{1,3})?$/.test(normalizedText)
        setProblem(isAmount ? undefined : 'Enter an amount such as 25.00.')
        if (isAmount) setAmount(normalizedText)
      }}
    >
      <Field label={`Daily budget in ${currencyCode}`} error={error}>
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
      {problem instanceof Error && amountError === undefined && <Failure error={problem} />}
      <div class="actions">
        <button type="submit">Show the plan</button>
      </div>
    </form>
  )
}
