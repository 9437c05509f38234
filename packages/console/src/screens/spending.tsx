// What may be spent: limits, and the switch that stops everything that lets more be spent.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { may } from '../session/session.ts'
import { moment, money } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { GuardForm } from './guardForm.tsx'

type Settings = Results<'workspace/get_settings'>
type Freeze = Settings['freezes'][number]

export function SpendingPage() {
  const reading = useRead('workspace/get_settings', {})
  const mayChange = may('workspace/update_settings')
  return (
    <Page
      title="Spending"
      says="Limits that no write can pass, whoever sends it, and the switch that stops them all."
      calls={reading.calls}
      actions={
        mayChange &&
        reading.results && <FreezeButton freezes={reading.results.freezes} changed={reading.again} />
      }
    >
      <Shown reading={reading}>
        {({ guard, freezes }) => (
          <>
            <Freezes freezes={freezes} />
            <section class="stack" aria-label="Limits">
              <div class="row">
                <h2>Limits</h2>
                {mayChange && (
                  <span class="end">
                    <ModalButton name="Change the limits" title="Limits of the workspace" look="plain">
                      {(close) => (
                        <GuardForm
                          guard={guard}
                          changed={() => {
                            close()
                            reading.again()
                          }}
                        />
                      )}
                    </ModalButton>
                  </span>
                )}
              </div>
              <Limits guard={guard} />
            </section>
          </>
        )}
      </Shown>
    </Page>
  )
}

function Freezes({ freezes }: { readonly freezes: readonly Freeze[] }) {
  if (freezes.length === 0)
    return (
      <p class="note good">
        Nothing is frozen. Writes that let more be spent are weighed against the limits.
      </p>
    )
  return (
    <>
      {freezes.map((freeze) => (
        <p class="note bad" role="status" key={`${freeze.platform} ${freeze.userId}`}>
          <strong>{`Frozen${freeze.platform ? ` on ${nameOf(freeze.platform)}` : ''}${freeze.userId ? ` for ${freeze.userId}` : ''}. `}</strong>
          {`${freeze.reason === '' ? 'No reason was given.' : freeze.reason} Since ${moment(freeze.frozenAt)}, by ${freeze.frozenBy}. `}
          Pausing and lowering stay possible.
        </p>
      ))}
    </>
  )
}

function Limits({ guard }: { readonly guard: Settings['guard'] }) {
  const { currencies, maxRaiseFactor, maxCreationsPerHour } = guard
  return (
    <>
      {currencies.length === 0 ? (
        <p class="muted">No amount is limited. Set a limit for each currency that your users pay in.</p>
      ) : (
        <Table
          name="Limits by currency"
          rows={currencies}
          idOf={({ currencyCode }) => currencyCode}
          columns={[
            { label: 'Currency', cell: ({ currencyCode }) => <strong>{currencyCode}</strong> },
            {
              label: 'A campaign, a day',
              figure: true,
              cell: ({ maxCampaignPerDay = '', currencyCode }) => money(maxCampaignPerDay, currencyCode),
            },
            {
              label: 'An ad account, a day',
              figure: true,
              cell: ({ maxAccountPerDay = '', currencyCode }) => money(maxAccountPerDay, currencyCode),
            },
            {
              label: 'Raise in 24 hours',
              figure: true,
              cell: ({ maxRaise = '', currencyCode }) => money(maxRaise, currencyCode),
            },
          ]}
        />
      )}
      <dl class="facts">
        <dt>A budget may grow within 24 hours</dt>
        <dd>to less than {maxRaiseFactor ?? 100} times</dd>
        <dt>New campaigns an hour</dt>
        <dd>{maxCreationsPerHour ?? 'as many as wanted'}</dd>
      </dl>
    </>
  )
}

function FreezeButton({ freezes, changed }: { freezes: readonly Freeze[]; changed: () => void }) {
  const isFrozen = freezes.some(({ platform, userId }) => platform === undefined && userId === undefined)
  const [reason, setReason] = useState('')
  const task = useTask()
  const turn = (close: () => void) =>
    task.run(async () => {
      const freeze = isFrozen ? { frozen: false } : { frozen: true, reason: reason.trim() }
      await client.workspace.update_settings({ freeze })
      close()
      changed()
    })
  return (
    <ModalButton
      name={isFrozen ? 'Let spending go on' : 'Freeze spending'}
      title={isFrozen ? 'Let spending go on?' : 'Freeze spending?'}
      look={isFrozen ? '' : 'danger'}
    >
      {(close) => (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void turn(close)
          }}
        >
          <p>
            {isFrozen
              ? 'Writes that let more be spent are accepted again, within the limits.'
              : 'From now on every write that lets more be spent is refused. What runs goes on; pausing and lowering stay possible.'}
          </p>
          {!isFrozen && (
            <Field label="Why" help="Told to whoever is refused." error={task.errorOf('freeze.reason')}>
              {(props) => (
                <input {...props} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
              )}
            </Field>
          )}
          {task.rest}
          <div class="actions">
            <button type="submit" class={isFrozen ? '' : 'danger'} disabled={task.busy}>
              {isFrozen ? 'Let it go on' : 'Freeze all spending'}
            </button>
          </div>
        </form>
      )}
    </ModalButton>
  )
}
