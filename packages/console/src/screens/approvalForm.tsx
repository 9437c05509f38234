// The approval rules of the workspace: a summary and a form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { money } from '../words/figures.ts'
import { type CurrencyRow, CurrencyRows, filled } from './currencyRows.tsx'
import { SettingForm } from './settingForm.tsx'

type Rules = Results<'workspace/get_settings'>['approval']
type Kind = Rules['kinds'][number]

const kindWords: Readonly<Record<Kind, string>> = {
  CREATE: 'Creating a campaign',
  ENABLE: 'Switching a campaign on',
  RAISE: 'Raising a budget',
}
// The keys of the table are exactly its declared keys.
const kinds = Object.keys(kindWords) as Kind[]
const waitsAbove = 'Waits above, on one day'
const hoursUnlessSet = 72

export function ApprovalRules({ approval }: { readonly approval: Rules }) {
  const { kinds, currencies, expiresAfterHours = hoursUnlessSet } = approval
  if (kinds.length + currencies.length === 0) return <p>Nothing waits for approval.</p>
  return (
    <dl class="facts">
      <dt>Always waits</dt>
      <dd>{kinds.map((kind) => kindWords[kind]).join(', ') || 'Nothing'}</dd>
      <dt>{waitsAbove}</dt>
      <dd>
        {currencies.map(({ currencyCode, abovePerDay }) => money(abovePerDay, currencyCode)).join(', ') ||
          'No amount is set'}
      </dd>
      <dt>Without a decision it ends after</dt>
      <dd>{expiresAfterHours === 1 ? 'One hour' : `${expiresAfterHours} hours`}</dd>
    </dl>
  )
}

export function ApprovalForm({
  approval,
  changed,
}: {
  readonly approval: Rules
  readonly changed: () => void
}) {
  const [waiting, setWaiting] = useState<readonly Kind[]>(approval.kinds)
  const [rows, setRows] = useState<readonly CurrencyRow[]>(approval.currencies)
  const [hours, setHours] = useState(String(approval.expiresAfterHours ?? ''))
  const wish = () => ({
    approval: {
      kinds: waiting,
      // The service reports a missing amount.
      currencies: rows.map(filled) as unknown as Rules['currencies'],
      ...(hours.trim() === '' ? {} : { expiresAfterHours: Number(hours) }),
    },
  })
  return (
    <SettingForm verb="Set the rules" wish={wish} changed={changed}>
      {(task) => (
        <>
          <fieldset class="field">
            <legend>What always waits</legend>
            {kinds.map((kind) => (
              <label class="check" key={kind}>
                <input
                  type="checkbox"
                  checked={waiting.includes(kind)}
                  onChange={(event) =>
                    setWaiting(
                      kinds.filter((each) =>
                        each === kind ? event.currentTarget.checked : waiting.includes(each),
                      ),
                    )
                  }
                />
                {kindWords[kind]}
              </label>
            ))}
          </fieldset>
          <p class="muted">
            What lets more be spent waits when the campaign could then spend more than the amount on one day.
            As soon as one currency has an amount, everything in other currencies waits.
          </p>
          <CurrencyRows
            amounts={[['abovePerDay', waitsAbove]]}
            rows={rows}
            change={setRows}
            errorOf={(member) => task.errorOf(`approval.currencies${member}`)}
          />
          <Field
            label="Hours until it ends without a decision (optional)"
            help={`Left empty: ${hoursUnlessSet}.`}
            error={task.errorOf('approval.expiresAfterHours')}
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
