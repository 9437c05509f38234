// Settings of the whole workspace: spending limits, the block of spend increases, approval rules, and the
// brand.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { useTask } from '../parts/task.tsx'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import { ApprovalForm, ApprovalRules } from './approvalForm.tsx'
import { Brand, BrandForm } from './brandForm.tsx'
import { GuardForm, Limits, OperatorLimits } from './guardForm.tsx'
import { SettingSection } from './settingForm.tsx'

type Freeze = Results<'workspace/get_settings'>['freezes'][number]

export function SettingsPage() {
  const readState = useRead('workspace/get_settings', {})
  const canChange = canCall('workspace/update_settings')
  const getButtonLabel = (text: string) => (canChange ? text : '')
  const closeAndReload = (close: () => void) => () => {
    close()
    readState.reload()
  }
  return (
    <Page
      title="Settings"
      description="Spending limits, approval rules and brand of this workspace."
      calls={readState.calls}
      actions={
        canChange &&
        readState.results && <FreezeButton freezes={readState.results.freezes} onChanged={readState.reload} />
      }
    >
      <ReadView readState={readState}>
        {({ guard, operator, approval, freezes, brand }) => (
          <>
            <Freezes freezes={freezes} />
            <SettingSection
              title="Limits"
              description="Maximum spend, for each currency of your users."
              buttonLabel={getButtonLabel('Change the limits')}
              renderForm={(close) => <GuardForm guard={guard} onChanged={closeAndReload(close)} />}
            >
              <Limits guard={guard} />
              <OperatorLimits guard={operator.guard} />
            </SettingSection>
            <SettingSection
              title="Approval"
              description="Spend increases that another person must approve."
              buttonLabel={getButtonLabel('Change the rules')}
              renderForm={(close) => <ApprovalForm approval={approval} onChanged={closeAndReload(close)} />}
            >
              <ApprovalRules approval={approval} />
            </SettingSection>
            {brand && (
              <SettingSection
                title="Brand"
                description="Name, color and links that your users see while they link an account."
                buttonLabel={getButtonLabel('Change the brand')}
                renderForm={(close) => <BrandForm brand={brand} onChanged={closeAndReload(close)} />}
              >
                <Brand brand={brand} />
              </SettingSection>
            )}
          </>
        )}
      </ReadView>
    </Page>
  )
}

function Freezes({ freezes }: { readonly freezes: readonly Freeze[] }) {
  if (freezes.length === 0) return <p class="note good">Spend increases are not blocked.</p>
  return (
    <>
      {freezes.map((freeze) => (
        <p class="note bad" role="status" key={`${freeze.platform} ${freeze.userId} ${freeze.frozenBy}`}>
          <strong>{`Spend increases blocked${freeze.platform ? ` on ${formatPlatform(freeze.platform)}` : ''}${freeze.userId ? ` for ${freeze.userId}` : ''}. `}</strong>
          {`Set by ${freeze.byOperator ? 'the operator' : freeze.frozenBy} on ${formatTimestamp(freeze.frozenAt)}. ${formatReason(freeze.reason)} `}
          Running campaigns continue. You can still pause campaigns and lower budgets.
          {freeze.byOperator && ' Only the operator of this deployment can end this block.'}
        </p>
      ))}
    </>
  )
}

function formatReason(reason: string): string {
  if (reason === '') return 'No reason was given.'
  return `Reason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

function FreezeButton({ freezes, onChanged }: { freezes: readonly Freeze[]; onChanged: () => void }) {
  const isFrozen = freezes.some(
    ({ platform, userId, byOperator }) => platform === undefined && userId === undefined && !byOperator,
  )
  const [reason, setReason] = useState('')
  const task = useTask()
  const toggleFreeze = (close: () => void) =>
    task.run(async () => {
      const freeze = isFrozen ? { frozen: false } : { frozen: true, reason: reason.trim() }
      await client.workspace.update_settings({ freeze })
      close()
      onChanged()
    })
  return (
    <ModalButton
      name={isFrozen ? 'Allow spend increases' : 'Block spend increases'}
      title={isFrozen ? 'Allow spend increases?' : 'Block spend increases?'}
      variant={isFrozen ? '' : 'danger'}
    >
      {(close) => (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void toggleFreeze(close)
          }}
        >
          <p>
            {isFrozen
              ? 'adrail accepts writes that raise spend again, within the limits, unless the operator blocks them too.'
              : 'adrail refuses every write that raises spend. Running campaigns continue. To pause these campaigns, use the start page.'}
          </p>
          {!isFrozen && (
            <Field
              label="Reason (optional)"
              help="Callers see the reason when adrail refuses their write."
              error={task.claimFieldError('freeze.reason')}
            >
              {(props) => (
                <input {...props} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
              )}
            </Field>
          )}
          {task.remainingError}
          <div class="actions">
            <button type="submit" class={isFrozen ? '' : 'danger'} aria-disabled={task.busy}>
              {isFrozen ? 'Allow increases' : 'Block all increases'}
            </button>
          </div>
        </form>
      )}
    </ModalButton>
  )
}
