// The users of the workspace, and the health of their connections.

import type { User } from '@adrail/client'
import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { asked, type Filter, Filters, given } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { linkNames, nameOf, platforms } from '../words/platforms.ts'
import { health } from '../words/statuses.ts'

const filters: readonly Filter[] = [
  { name: 'search', label: 'Find a user', placeholder: 'Name, e-mail or your own id' },
]

export function UsersPage() {
  const [search, at] = [asked('search'), asked('at')]
  const reading = useRead('user/list_users', given({ search, pagination: at }))
  return (
    <Page
      title="Users"
      says="Whom the workspace acts for, and how their connections are."
      calls={reading.calls}
      actions={may('user/create_user') && <NewUser />}
    >
      <Filters filters={filters} />
      <Shown reading={reading}>
        {({ users, pagination }) =>
          users.length === 0 && at === '' ? (
            <Empty title={search === '' ? 'No users yet' : 'No such users'}>
              <p>
                {search === ''
                  ? 'Create a user, then a link with which that user links an ad account.'
                  : `No user has “${search}” in the name, e-mail or your own id.`}
              </p>
            </Empty>
          ) : (
            <>
              <UserTable users={users} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  return (
    <Table
      name="Users"
      rows={users}
      idOf={({ userId }) => userId}
      columns={[
        {
          label: 'User',
          cell: ({ userId, name, email, externalId }) => (
            <span>
              <a href={to(`users/${userId}`)}>{name}</a>
              {(email || externalId) !== '' && (
                <small>{[email, externalId].filter((part) => part !== '').join(' · ')}</small>
              )}
            </span>
          ),
        },
        ...platforms.map((platform) => ({
          label: nameOf(platform),
          cell: ({ connections }: User) => {
            const found = connections.find((each) => each.platform === linkNames[platform])
            return found ? <Badge {...health[found.health]} /> : ''
          },
        })),
        { label: 'Since', figure: true, cell: ({ createdAt }) => moment(createdAt) },
      ]}
    />
  )
}

function NewUser() {
  const [name, setName] = useState('')
  const [externalId, setExternalId] = useState('')
  const task = useTask()
  const create = () =>
    task.run(async () => {
      const given = externalId.trim()
      const { user } = await client.user.create_user({
        name: name.trim(),
        ...(given === '' ? {} : { externalId: given }),
      })
      go(to(`users/${user.userId}`))
    })
  return (
    <ModalButton name="New user" title="New user">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <TextField label="Name" error={task.errorOf('name')} value={name} change={setName} />
        <TextField
          label="Your id (optional)"
          help="Under which your own system knows this user. The same id twice gives the same user."
          error={task.errorOf('externalId')}
          value={externalId}
          change={setExternalId}
        />
        {task.rest}
        <div class="actions">
          <button type="submit" aria-disabled={task.busy}>
            Make the user
          </button>
        </div>
      </form>
    </ModalButton>
  )
}
