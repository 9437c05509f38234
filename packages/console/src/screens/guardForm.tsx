// The limits of the workspace as a form. What is left empty does not hold.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { Field } from '../parts/field.tsx'
import { useTask } from '../parts/task.tsx'

type Guard = Results<'workspace/get_settings'>['guard']

const amounts = [
  ['maxCampaignPerDay', 'A campaign, a day'],
  ['maxAccountPerDay', 'An ad account, a day'],
  ['maxRaise', 'Raise in 24 hours'],
] as const

type Row = Readonly<Record<'currencyCode' | (typeof amounts)[number][0], string>>

const emptyRow: Row = { currencyCode: '', maxCampaignPerDay: '', maxAccountPerDay: '', maxRaise: '' }

export function GuardForm({ guard, changed }: { readonly guard: Guard; readonly changed: () => void }) {
  const [rows, setRows] = useState<readonly Row[]>(guard.currencies.map((row) => ({ ...emptyRow, ...row })))
  const [perHour, setPerHour] = useState(String(guard.maxCreationsPerHour ?? ''))
  const task = useTask()
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, each) => (each === index ? { ...row, ...part } : row)))
  const save = () =>
    task.run(async () => {
      const { maxRaiseFactor } = guard
      await client.workspace.update_settings({
        guard: {
          currencies: rows.map(filled),
          ...(maxRaiseFactor === undefined ? {} : { maxRaiseFactor }),
          ...(perHour.trim() === '' ? {} : { maxCreationsPerHour: Number(perHour) }),
        },
      })
      changed()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p class="muted">
        As soon as one currency has a limit, raising spend in a currency that has none is refused.
      </p>
      {rows.map((row, index) => (
        <fieldset class="group" key={index}>
          <legend>{row.currencyCode === '' ? 'New currency' : row.currencyCode}</legend>
          <Field label="Currency" error={task.errorOf(`guard.currencies[${index}].currencyCode`)}>
            {(props) => (
              <input
                {...props}
                placeholder="EUR"
                value={row.currencyCode}
                onInput={(event) => change(index, { currencyCode: event.currentTarget.value.toUpperCase() })}
              />
            )}
          </Field>
          {amounts.map(([name, label]) => (
            <Field label={label} error={task.errorOf(`guard.currencies[${index}].${name}`)} key={name}>
              {(props) => (
                <input
                  {...props}
                  inputMode="decimal"
                  value={row[name]}
                  onInput={(event) => change(index, { [name]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
          <div>
            <button
              type="button"
              class="plain small"
              onClick={() => setRows(rows.filter((_, each) => each !== index))}
            >
              Remove
            </button>
          </div>
        </fieldset>
      ))}
      <div>
        <button type="button" class="plain small" onClick={() => setRows([...rows, emptyRow])}>
          Add a currency
        </button>
      </div>
      <Field label="New campaigns an hour" error={task.errorOf('guard.maxCreationsPerHour')}>
        {(props) => (
          <input
            {...props}
            inputMode="numeric"
            value={perHour}
            onInput={(event) => setPerHour(event.currentTarget.value)}
          />
        )}
      </Field>
      {task.rest}
      <div class="actions">
        <button type="submit" disabled={task.busy}>
          Set the limits
        </button>
      </div>
    </form>
  )
}

/** Without the limits that were left empty. */
function filled(row: Row): Row {
  const given = Object.entries(row).filter(([, value]) => value.trim() !== '')
  // The currency is sent also when it is empty, so that the service says what is wrong with it.
  return { currencyCode: row.currencyCode, ...Object.fromEntries(given) } as Row
}
