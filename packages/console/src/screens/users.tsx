// The users of the workspace, and the health of their connections.

import type { User } from '@adrail/client'
import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { platformNames } from '../words/platformNames.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { healthTexts } from '../words/statuses.ts'

const filters: readonly Filter[] = [
  { name: 'search', label: 'Find a user', placeholder: 'Name, email or your own id' },
]

export function UsersPage() {
  const [search, cursor] = [readQueryParameter('search'), readQueryParameter('at')]
  const readState = useRead('user/list_users', omitEmpty({ search, pagination: cursor }))
  return (
    <Page
      title="Users"
      description="Your users, and the health of their connections."
      calls={readState.calls}
      actions={canCall('user/create_user') && <NewUserButton />}
    >
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ users, pagination }) =>
          users.length === 0 && cursor === '' ? (
            <Empty title={search === '' ? 'No users yet' : 'No such users'}>
              <p>
                {search === ''
                  ? 'Create a user, then create a link that the user opens to connect an ad account.'
                  : `No user has “${search}” in the name, email or your own id.`}
              </p>
            </Empty>
          ) : (
            <>
              <UserTable users={users} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </ReadView>
    </Page>
  )
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  return (
    <Table
      name="Users"
      rows={users}
      getId={({ userId }) => userId}
      columns={[
        {
          label: 'User',
          cell: ({ userId, name, email, externalId }) => (
            <span>
              <a href={toHref(`users/${userId}`)}>{name}</a>
              {(email || externalId) !== '' && (
                <small>{[email, externalId].filter((part) => part !== '').join(' · ')}</small>
              )}
            </span>
          ),
        },
        ...platforms.map((platform) => ({
          label: formatPlatform(platform),
          cell: ({ connections }: User) => {
            const connection = connections.find((each) => each.platform === platformNames[platform].linkName)
            return connection ? <Badge {...healthTexts[connection.health]} /> : ''
          },
        })),
        { label: 'Created', isRightAligned: true, cell: ({ createdAt }) => formatTimestamp(createdAt) },
      ]}
    />
  )
}

function NewUserButton() {
  const [name, setName] = useState('')
  const [externalId, setExternalId] = useState('')
  const task = useTask()
  const createUser = () =>
    task.run(async () => {
      const trimmedId = externalId.trim()
      const { user } = await client.user.create_user({
        name: name.trim(),
        ...(trimmedId === '' ? {} : { externalId: trimmedId }),
      })
      navigate(toHref(`users/${user.userId}`))
    })
  return (
    <ModalButton name="New user" title="New user">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void createUser()
        }}
      >
        <TextField label="Name" error={task.claimFieldError('name')} value={name} change={setName} />
        <TextField
          label="Your id (optional)"
          help="Id of the user in your system. If the id already exists, adrail returns the existing user."
          error={task.claimFieldError('externalId')}
          value={externalId}
          change={setExternalId}
        />
        {task.remainingError}
        <div class="actions">
          <button type="submit" aria-disabled={task.busy}>
            Create the user
          </button>
        </div>
      </form>
    </ModalButton>
  )
}
