// Lists what needs a person: stopped writes, pending approvals, and connections that do not work.

import type { User } from '@adrail/client'
import { to } from '../address/address.ts'
import { type Reading, useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { may } from '../session/session.ts'
import { nameOf } from '../words/platforms.ts'
import { health, reasonWords } from '../words/statuses.ts'

interface Looked {
  readonly users: readonly User[]
  /** Whether the list contains all users. */
  readonly isWhole: boolean
}

export function Attention({ users, isWhole }: Looked) {
  const stopped = useRead('operation/list_operations', { states: ['NEEDS_ATTENTION'] })
  const waiting = useRead('approval/list_approvals', {}, may('approval/list_approvals'))
  return (
    <section class="stack" aria-label="Needs attention">
      <h2>Needs attention</h2>
      <Told
        reading={stopped}
        many={stopped.results?.operations.length}
        says={['One operation cannot go on without you.', 'operations cannot go on without you.']}
        href={to('operations', { state: 'NEEDS_ATTENTION' })}
        look="bad"
      />
      <Told
        reading={waiting}
        many={waiting.results?.approvals.length}
        says={['One operation waits for approval.', 'operations wait for approval.']}
        href={to('approvals')}
        look="warn"
      />
      <Connections users={users} isWhole={isWhole} />
    </section>
  )
}

/** Renders nothing without entries. A failed read is shown as a failure and not as an empty list. */
function Told({
  reading: { error, results, again },
  many = 0,
  says,
  href,
  look,
}: {
  readonly reading: Reading<{ readonly pagination: { readonly next: string } }>
  readonly many: number | undefined
  readonly says: readonly [one: string, several: string]
  readonly href: string
  readonly look: 'bad' | 'warn'
}) {
  if (error !== undefined) return <Failure error={error} again={again} />
  if (many === 0) return null
  const more = results?.pagination.next === '' ? '' : ' and more'
  return (
    <p class={`note ${look}`}>
      <strong>{many === 1 ? says[0] : `${many}${more} ${says[1]}`}</strong> <a href={href}>Look</a>
    </p>
  )
}

function Connections({ users, isWhole }: Looked) {
  const found = users.flatMap(({ userId, name, connections }) =>
    connections
      .filter((connection) => health[connection.health].tone !== 'good')
      .map((connection) => ({ ...connection, userId, name })),
  )
  const whose = isWhole ? '' : ` of the newest ${users.length} users`
  const others = !isWhole && <a href={to('users')}>Look at all users</a>
  if (found.length === 0)
    return (
      <p class="note good">
        {`Every connection${whose} works.`} {others}
      </p>
    )
  const name = `Connections${whose} that need attention`
  return (
    <>
      {!isWhole && (
        <p class="muted">
          {`${name}.`} {others}
        </p>
      )}
      <Table
        name={name}
        rows={found}
        idOf={({ userId, platform }) => `${userId} ${platform}`}
        columns={[
          { label: 'User', cell: ({ userId, name }) => <a href={to(`users/${userId}`)}>{name}</a> },
          { label: 'Platform', cell: ({ platform }) => <span class="name">{nameOf(platform)}</span> },
          { label: 'Status', cell: (each) => <Badge {...health[each.health]} /> },
          {
            label: 'What to do',
            cell: (each) => <span title={reasonWords(each.reason)}>{health[each.health].says}</span>,
          },
        ]}
      />
    </>
  )
}
