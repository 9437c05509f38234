// The actions for an endpoint: test, enable or disable, rotate the secret, delete.

import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { Act } from '../parts/act.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Secret } from '../parts/secret.tsx'
import { useTask } from '../parts/task.tsx'
import type { Endpoint } from './webhooks.tsx'

export function EndpointActions({
  endpoint,
  changed,
}: {
  readonly endpoint: Endpoint
  readonly changed: () => void
}) {
  const { endpointId, status } = endpoint
  const task = useTask()
  const [told, setTold] = useState('')
  const test = () =>
    task.run(async () => {
      const { delivered, status, problem } = await client.webhook.test_endpoint({ endpointId })
      setTold(delivered ? `Taken, with ${status}` : problem)
    })
  const turn = () =>
    task.run(async () => {
      const next = status === 'enabled' ? 'disabled' : 'enabled'
      await client.webhook.update_endpoint({ endpointId, status: next })
      changed()
    })
  return (
    <>
      <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void test()}>
        Send a test
      </button>
      <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void turn()}>
        {status === 'enabled' ? 'Disable' : 'Enable'}
      </button>
      <ModalButton name="New secret" title="New secret" look="plain">
        <NewSecret endpointId={endpointId} />
      </ModalButton>
      <ModalButton name="Delete" title="Delete the endpoint?" look="danger">
        <p>What was sent there is forgotten, and nothing more is sent.</p>
        <Act
          verb="Delete the endpoint"
          look="danger"
          act={async () => {
            await client.webhook.delete_endpoint({ endpointId })
            go(to('webhooks'))
          }}
        />
      </ModalButton>
      <span role="status">{told}</span>
      {task.rest}
    </>
  )
}

function NewSecret({ endpointId }: { readonly endpointId: string }) {
  const [secret, setSecret] = useState('')
  if (secret !== '') return <Secret secret={secret} />
  return (
    <>
      <p>Messages are signed with both secrets for a day, so that nothing is lost while you change it.</p>
      <Act
        verb="Make a new secret"
        act={async () => setSecret((await client.webhook.rotate_secret({ endpointId })).secret)}
      />
    </>
  )
}
