// The spending limits of the workspace: a summary and a form. An empty field sets no limit.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { Table } from '../parts/table.tsx'
import { formatMoney } from '../words/formats.ts'
import { type CurrencyRow, CurrencyRows, omitEmptyAmounts } from './currencyRows.tsx'
import { SettingForm } from './settingForm.tsx'

type Guard = Results<'workspace/get_settings'>['guard']

const amountFields = [
  ['maxCampaignPerDay', 'Campaign, per day'],
  ['maxAccountPerDay', 'Ad account, per day'],
  ['maxRaise', 'Increase, per 24 hours'],
] as const

export function Limits({
  guard,
  name = 'Limits by currency',
}: {
  readonly guard: Guard
  readonly name?: string
}) {
  const { currencies, maxRaiseFactor, maxCreationsPerHour } = guard
  return (
    <>
      {currencies.length === 0 ? (
        <p>No amount has a limit.</p>
      ) : (
        <Table
          name={name}
          rows={currencies}
          getId={({ currencyCode }) => currencyCode}
          columns={[
            { label: 'Currency', cell: ({ currencyCode }) => <strong>{currencyCode}</strong> },
            ...amountFields.map(([name, label]) => ({
              label,
              isRightAligned: true as const,
              cell: (row: Guard['currencies'][number]) => formatMoney(row[name] ?? '', row.currencyCode),
            })),
          ]}
        />
      )}
      <dl class="facts">
        <dt>Budget growth in 24 hours</dt>
        <dd>{`Less than ${maxRaiseFactor ?? 100} times`}</dd>
        <dt>New campaigns per hour</dt>
        <dd>{maxCreationsPerHour ?? 'No limit'}</dd>
      </dl>
    </>
  )
}

/** Shows the limits of the operator next to those of the workspace. Renders nothing when there are none. */
export function OperatorLimits({ guard }: { readonly guard: Guard }) {
  const { currencies, ...otherLimits } = guard
  if (currencies.length === 0 && Object.keys(otherLimits).length === 0) return null
  return (
    <section class="stack" aria-label="Limits of the operator">
      <h3>Limits of the operator</h3>
      <p class="muted">
        Only the operator of this deployment can change these limits. Where both are set, the stricter limit
        applies.
      </p>
      <Limits guard={guard} name="Limits of the operator by currency" />
    </section>
  )
}

export function GuardForm({ guard, onChanged }: { readonly guard: Guard; readonly onChanged: () => void }) {
  const [rows, setRows] = useState<readonly CurrencyRow[]>(guard.currencies.map((row) => ({ ...row })))
  const [raiseFactor, setRaiseFactor] = useState(String(guard.maxRaiseFactor ?? ''))
  const [creationsPerHour, setCreationsPerHour] = useState(String(guard.maxCreationsPerHour ?? ''))
  const buildSettings = () => ({
    guard: {
      currencies: rows.map(omitEmptyAmounts),
      ...(raiseFactor.trim() === '' ? {} : { maxRaiseFactor: Number(raiseFactor) }),
      ...(creationsPerHour.trim() === '' ? {} : { maxCreationsPerHour: Number(creationsPerHour) }),
    },
  })
  return (
    <SettingForm buttonLabel="Save the limits" buildSettings={buildSettings} onChanged={onChanged}>
      {(task) => (
        <>
          <p class="muted">
            If any currency has a limit, adrail refuses spend increases in currencies without a limit.
          </p>
          <CurrencyRows
            amounts={amountFields.map(([name, label]) => [name, `${label} (optional)`])}
            rows={rows}
            change={setRows}
            getFieldError={(fieldPath) => task.claimFieldError(`guard.currencies${fieldPath}`)}
          />
          <Field
            label="Maximum growth of a budget in 24 hours, as a factor"
            help="Optional. Defaults to 100: a budget must stay below 100 times its value of 24 hours ago. This catches amounts in the wrong unit."
            error={task.claimFieldError('guard.maxRaiseFactor')}
          >
            {(props) => (
              <input
                {...props}
                inputMode="decimal"
                value={raiseFactor}
                onInput={(event) => setRaiseFactor(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field
            label="New campaigns per hour"
            help="Optional. Defaults to no limit."
            error={task.claimFieldError('guard.maxCreationsPerHour')}
          >
            {(props) => (
              <input
                {...props}
                inputMode="numeric"
                value={creationsPerHour}
                onInput={(event) => setCreationsPerHour(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </SettingForm>
  )
}
