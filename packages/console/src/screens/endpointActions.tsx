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
      setTestResult(delivered ? `Taken, with ${status}` : problem)
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
        <p>What was sent there is forgotten, and nothing more is sent.</p>
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
      <p>Messages are signed with both secrets for a day, so that nothing is lost while you change it.</p>
      <ActionButton
        label="Make a new secret"
        action={async () => setSecret((await client.webhook.rotate_secret({ endpointId })).secret)}
      />
    </>
  )
}
