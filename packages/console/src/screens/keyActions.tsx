// Creates, rotates and revokes API keys. A new key is shown once.

import type { Body, Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { Act } from '../parts/act.tsx'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Secret } from '../parts/secret.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { isOwnKey } from '../session/session.ts'

export type Key = Results<'workspace/list_keys'>['keys'][number]

const scopeWords: Readonly<Record<Key['scopes'][number], string>> = {
  read: 'Read users, ads, reports and events',
  leads: 'Read leads: personal data',
  write: 'Change users, media, forms and audiences',
  spend: 'Change campaigns and budgets, undo writes',
  link: 'Create users, connect and disconnect accounts',
  approve: 'Approve writes of others',
  admin: 'Keys, sessions, settings, audit, webhooks and unresolved writes',
}
// The keys of the table are exactly its declared keys.
const scopeNames = Object.keys(scopeWords) as Key['scopes'][number][]

export function scopesText(scopes: Key['scopes']): string {
  return scopes.length === scopeNames.length
    ? 'Everything'
    : scopes.map((scope) => scopeWords[scope]).join(' · ')
}

export function NewKey({ made }: { readonly made: () => void }) {
  return (
    <ModalButton name="New key" title="New key">
      <NewKeyForm made={made} />
    </ModalButton>
  )
}

function NewKeyForm({ made }: { readonly made: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Body<'workspace/create_key'>['scopes']>(['read'])
  const [days, setDays] = useState('')
  const [apiKey, setApiKey] = useState('')
  const task = useTask()
  if (apiKey !== '') return <Secret secret={apiKey} />
  const make = () =>
    task.run(async () => {
      const expiry = days.trim() === '' ? {} : { expiresInDays: Number(days) }
      setApiKey((await client.workspace.create_key({ name, scopes: chosen, ...expiry })).apiKey)
      made()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <TextField
        label="Name"
        help="What the key is for."
        error={task.errorOf('name')}
        value={name}
        change={setName}
      />
      <Choices
        legend="What it may do"
        error={task.errorOf('scopes')}
        offered={scopeNames}
        wordOf={(scope) => scopeWords[scope]}
        chosen={chosen}
        change={setChosen}
      />
      <TextField
        label="Ends after days (optional)"
        error={task.errorOf('expiresInDays')}
        inputMode="numeric"
        value={days}
        change={setDays}
      />
      {task.rest}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          Make the key
        </button>
      </div>
    </form>
  )
}

const overlaps: readonly (readonly [hours: number, word: string])[] = [
  [24, 'A day'],
  [168, 'A week'],
  [0, 'Not at all'],
]

export function RotateKey({ apiKey: key, made }: { readonly apiKey: Key; readonly made: () => void }) {
  return (
    <ModalButton name="Rotate" title={`Rotate ${key.name}`} look="plain small">
      <RotateForm keyId={key.keyId} made={made} />
    </ModalButton>
  )
}

function RotateForm({ keyId, made }: { readonly keyId: string; readonly made: () => void }) {
  const [overlapHours, setOverlap] = useState(24)
  const [apiKey, setApiKey] = useState('')
  if (apiKey !== '') return <Secret secret={apiKey} />
  return (
    <>
      <p>A successor is made with the same name, rights and limits. Then the old key ends.</p>
      <Field label="How long the old one stays valid">
        {(props) => (
          <select
            {...props}
            value={overlapHours}
            onChange={(event) => setOverlap(Number(event.currentTarget.value))}
          >
            {overlaps.map(([hours, word]) => (
              <option value={hours} key={hours}>
                {word}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Act
        verb="Make the successor"
        act={async () => {
          setApiKey((await client.workspace.rotate_key({ keyId, overlapHours })).apiKey)
          made()
        }}
      />
    </>
  )
}

export function RevokeKey({ apiKey: key, ended }: { readonly apiKey: Key; readonly ended: () => void }) {
  const { keyId, name } = key
  return (
    <ModalButton name="Revoke" title={`Revoke ${name}?`} look="danger small">
      {(close) => (
        <>
          <p>
            Whoever uses it is refused from now on. This cannot be undone.
            {isOwnKey(keyId) && ' It is the key of your session, which ends with it.'}
          </p>
          <Act
            verb="Revoke the key"
            look="danger"
            act={async () => {
              await client.workspace.revoke_key({ keyId })
              close()
              ended()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
