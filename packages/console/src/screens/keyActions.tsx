// Creates, rotates and revokes API keys. A new key is shown once.

import type { Body, Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { ActionButton } from '../parts/actionButton.tsx'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Secret } from '../parts/secret.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { isOwnKey } from '../session/session.ts'

export type Key = Results<'workspace/list_keys'>['keys'][number]

const scopeTexts: Readonly<Record<Key['scopes'][number], string>> = {
  read: 'Read users, ads, reports and events',
  leads: 'Read leads: personal data',
  write: 'Change users, media, forms and audiences',
  spend: 'Change campaigns and budgets, undo writes',
  link: 'Create users, connect and disconnect accounts',
  approve: 'Approve writes of others',
  admin: 'Manage keys, sessions, settings, audit, webhooks and unresolved writes',
}
// The keys of the table are exactly its declared keys.
const scopeNames = Object.keys(scopeTexts) as Key['scopes'][number][]

export function formatScopes(scopes: Key['scopes']): string {
  return scopes.length === scopeNames.length
    ? 'All scopes'
    : scopes.map((scope) => scopeTexts[scope]).join(' · ')
}

export function NewKeyButton({ onCreated }: { readonly onCreated: () => void }) {
  return (
    <ModalButton name="New key" title="New key">
      <NewKeyForm onCreated={onCreated} />
    </ModalButton>
  )
}

function NewKeyForm({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState('')
  const [selectedScopes, setSelectedScopes] = useState<Body<'workspace/create_key'>['scopes']>(['read'])
  const [expiryDays, setExpiryDays] = useState('')
  const [apiKey, setApiKey] = useState('')
  const task = useTask()
  if (apiKey !== '') return <Secret secret={apiKey} />
  const createKey = () =>
    task.run(async () => {
      const expiry = expiryDays.trim() === '' ? {} : { expiresInDays: Number(expiryDays) }
      setApiKey((await client.workspace.create_key({ name, scopes: selectedScopes, ...expiry })).apiKey)
      onCreated()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void createKey()
      }}
    >
      <TextField
        label="Name"
        help="Purpose of the key, such as Reporting."
        error={task.claimFieldError('name')}
        value={name}
        change={setName}
      />
      <Choices
        legend="Scopes"
        error={task.claimFieldError('scopes')}
        options={scopeNames}
        formatLabel={(scope) => scopeTexts[scope]}
        selected={selectedScopes}
        change={setSelectedScopes}
      />
      <TextField
        label="Days until the key expires"
        help="Optional. Defaults to no expiry."
        error={task.claimFieldError('expiresInDays')}
        inputMode="numeric"
        value={expiryDays}
        change={setExpiryDays}
      />
      {task.remainingError}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          Create the key
        </button>
      </div>
    </form>
  )
}

const overlapOptions: readonly (readonly [hours: number, label: string])[] = [
  [24, 'One day'],
  [168, 'One week'],
  [0, 'Expires immediately'],
]

export function RotateKeyButton({
  keyRecord: key,
  onCreated,
}: {
  readonly keyRecord: Key
  readonly onCreated: () => void
}) {
  return (
    <ModalButton name="Rotate" title={`Rotate ${key.name}`} variant="plain small">
      <RotateForm keyId={key.keyId} onCreated={onCreated} />
    </ModalButton>
  )
}

function RotateForm({ keyId, onCreated }: { readonly keyId: string; readonly onCreated: () => void }) {
  const [overlapHours, setOverlapHours] = useState(24)
  const [apiKey, setApiKey] = useState('')
  if (apiKey !== '') return <Secret secret={apiKey} />
  return (
    <>
      <p>adrail creates a new key with the same name, scopes and limits. After that, the old key expires.</p>
      <Field label="Remaining validity of the old key">
        {(props) => (
          <select
            {...props}
            value={overlapHours}
            onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
          >
            {overlapOptions.map(([hours, label]) => (
              <option value={hours} key={hours}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ActionButton
        label="Create the new key"
        action={async () => {
          setApiKey((await client.workspace.rotate_key({ keyId, overlapHours })).apiKey)
          onCreated()
        }}
      />
    </>
  )
}

export function RevokeKeyButton({
  keyRecord: key,
  onRevoked,
}: {
  readonly keyRecord: Key
  readonly onRevoked: () => void
}) {
  const { keyId, name } = key
  return (
    <ModalButton name="Revoke" title={`Revoke ${name}?`} variant="danger small">
      {(close) => (
        <>
          <p>
            adrail refuses all requests with this key from now on. You cannot undo this.
            {isOwnKey(keyId) && ' Your session uses this key, so adrail signs you out.'}
          </p>
          <ActionButton
            label="Revoke the key"
            variant="danger"
            action={async () => {
              await client.workspace.revoke_key({ keyId })
              close()
              onRevoked()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
