// The actions for an endpoint: test, enable or disable, rotate the secret, delete.

import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { ActionButton } from '../parts/actionButton.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Secret } from '../parts/secret.tsx'
import { useTask } from '../parts/task.tsx'
import type { Endpoint } from './webhooks.tsx'

export function EndpointActions({
  endpoint,
  onChanged,
}: {
  readonly endpoint: Endpoint
  readonly onChanged: () => void
}) {
  const { endpointId, status } = endpoint
  const task = useTask()
  const [testResult, setTestResult] = useState('')
  const test = () =>
    task.run(async () => {
      const { delivered, status, problem } = await client.webhook.test_endpoint({ endpointId })
      setTestResult(delivered ? `Delivered with status ${status}` : problem)
    })
  const toggleStatus = () =>
    task.run(async () => {
      const next = status === 'enabled' ? 'disabled' : 'enabled'
      await client.webhook.update_endpoint({ endpointId, status: next })
      onChanged()
    })
  return (
    <>
      <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void test()}>
        Send a test
      </button>
      <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void toggleStatus()}>
        {status === 'enabled' ? 'Disable' : 'Enable'}
      </button>
      <ModalButton name="New secret" title="New secret" variant="plain">
        <RotateSecretForm endpointId={endpointId} />
      </ModalButton>
      <ModalButton name="Delete" title="Delete the endpoint?" variant="danger">
        <p>adrail deletes the record of deliveries and sends no more events to this endpoint.</p>
        <ActionButton
          label="Delete the endpoint"
          variant="danger"
          action={async () => {
            await client.webhook.delete_endpoint({ endpointId })
            navigate(toHref('webhooks'))
          }}
        />
      </ModalButton>
      <span role="status">{testResult}</span>
      {task.remainingError}
    </>
  )
}

function RotateSecretForm({ endpointId }: { readonly endpointId: string }) {
  const [secret, setSecret] = useState('')
  if (secret !== '') return <Secret secret={secret} />
  return (
    <>
      <p>
        For one day, adrail signs messages with both secrets. Set the new secret at your receiver during that
        day.
      </p>
      <ActionButton
        label="Create a new secret"
        action={async () => setSecret((await client.webhook.rotate_secret({ endpointId })).secret)}
      />
    </>
  )
}
