// The approval rules of the workspace: a summary and a form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { formatMoney } from '../words/formats.ts'
import { type CurrencyRow, CurrencyRows, omitEmptyAmounts } from './currencyRows.tsx'
import { SettingForm } from './settingForm.tsx'

type Rules = Results<'workspace/get_settings'>['approval']
type Kind = Rules['kinds'][number]

const kindTexts: Readonly<Record<Kind, string>> = {
  CREATE: 'Creating a campaign',
  ENABLE: 'Activating a campaign',
  RAISE: 'Raising a budget',
}
// The keys of the table are exactly its declared keys.
const allKinds = Object.keys(kindTexts) as Kind[]
const thresholdLabel = 'Needs approval above, on one day'
const defaultHours = 72

export function ApprovalRules({ approval }: { readonly approval: Rules }) {
  const { kinds, currencies, expiresAfterHours = defaultHours } = approval
  if (kinds.length + currencies.length === 0) return <p>No change needs approval.</p>
  return (
    <dl class="facts">
      <dt>Always needs approval</dt>
      <dd>{kinds.map((kind) => kindTexts[kind]).join(', ') || 'Nothing'}</dd>
      <dt>{thresholdLabel}</dt>
      <dd>
        {currencies
          .map(({ currencyCode, abovePerDay }) => formatMoney(abovePerDay, currencyCode))
          .join(', ') || 'No amount is set'}
      </dd>
      <dt>Requests expire after</dt>
      <dd>{expiresAfterHours === 1 ? 'One hour' : `${expiresAfterHours} hours`}</dd>
    </dl>
  )
}

export function ApprovalForm({
  approval,
  onChanged,
}: {
  readonly approval: Rules
  readonly onChanged: () => void
}) {
  const [selectedKinds, setSelectedKinds] = useState<readonly Kind[]>(approval.kinds)
  const [rows, setRows] = useState<readonly CurrencyRow[]>(approval.currencies)
  const [hours, setHours] = useState(String(approval.expiresAfterHours ?? ''))
  const buildSettings = () => ({
    approval: {
      kinds: selectedKinds,
      // The service reports a missing amount.
      currencies: rows.map(omitEmptyAmounts) as unknown as Rules['currencies'],
      ...(hours.trim() === '' ? {} : { expiresAfterHours: Number(hours) }),
    },
  })
  return (
    <SettingForm buttonLabel="Save the rules" buildSettings={buildSettings} onChanged={onChanged}>
      {(task) => (
        <>
          <fieldset class="field">
            <legend>Changes that always need approval</legend>
            {allKinds.map((kind) => (
              <label class="check" key={kind}>
                <input
                  type="checkbox"
                  checked={selectedKinds.includes(kind)}
                  onChange={(event) =>
                    setSelectedKinds(
                      allKinds.filter((kindOption) =>
                        kindOption === kind
                          ? event.currentTarget.checked
                          : selectedKinds.includes(kindOption),
                      ),
                    )
                  }
                />
                {kindTexts[kind]}
              </label>
            ))}
          </fieldset>
          <p class="muted">
            A spend increase needs approval if it lets the campaign spend more than this amount on a single
            day. If any currency has an amount, all spend increases in other currencies need approval.
          </p>
          <CurrencyRows
            amounts={[['abovePerDay', thresholdLabel]]}
            rows={rows}
            change={setRows}
            getFieldError={(fieldPath) => task.claimFieldError(`approval.currencies${fieldPath}`)}
          />
          <Field
            label="Hours until a request expires"
            help={`Optional. Defaults to ${defaultHours}.`}
            error={task.claimFieldError('approval.expiresAfterHours')}
          >
            {(props) => (
              <input
                {...props}
                inputMode="numeric"
                value={hours}
                onInput={(event) => setHours(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </SettingForm>
  )
}
