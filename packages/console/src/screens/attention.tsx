// Lists what needs a person: stopped writes, pending approvals, and connections that do not work.

import type { User } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { type ReadState, useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { canCall } from '../session/session.ts'
import { formatPlatform } from '../words/platforms.ts'
import { formatReason, healthTexts } from '../words/statuses.ts'

interface UserListProps {
  readonly users: readonly User[]
  /** Whether the list contains all users. */
  readonly isComplete: boolean
}

export function Attention({ users, isComplete }: UserListProps) {
  const stoppedWritesState = useRead('operation/list_operations', { states: ['NEEDS_ATTENTION'] })
  const pendingApprovalsState = useRead('approval/list_approvals', {}, canCall('approval/list_approvals'))
  return (
    <section class="stack" aria-label="Needs attention">
      <h2>Needs attention</h2>
      <AttentionNote
        readState={stoppedWritesState}
        entryCount={stoppedWritesState.results?.operations.length}
        texts={['One operation needs your decision.', 'operations need your decision.']}
        href={toHref('operations', { state: 'NEEDS_ATTENTION' })}
        tone="bad"
      />
      <AttentionNote
        readState={pendingApprovalsState}
        entryCount={pendingApprovalsState.results?.approvals.length}
        texts={['One operation needs approval.', 'operations need approval.']}
        href={toHref('approvals')}
        tone="warn"
      />
      <BrokenConnections users={users} isComplete={isComplete} />
    </section>
  )
}

/** Renders nothing without entries. A failed read is shown as a failure and not as an empty list. */
function AttentionNote({
  readState: { error, results, reload },
  entryCount = 0,
  texts,
  href,
  tone,
}: {
  readonly readState: ReadState<{ readonly pagination: { readonly next: string } }>
  readonly entryCount: number | undefined
  readonly texts: readonly [one: string, several: string]
  readonly href: string
  readonly tone: 'bad' | 'warn'
}) {
  if (error !== undefined) return <Failure error={error} retry={reload} />
  if (entryCount === 0) return null
  const suffix = results?.pagination.next === '' ? '' : ' and more'
  return (
    <p class={`note ${tone}`}>
      <strong>{entryCount === 1 ? texts[0] : `${entryCount}${suffix} ${texts[1]}`}</strong>{' '}
      <a href={href}>{entryCount === 1 ? 'Show the operation' : 'Show the operations'}</a>
    </p>
  )
}

function BrokenConnections({ users, isComplete }: UserListProps) {
  const brokenConnections = users.flatMap(({ userId, name, connections }) =>
    connections
      .filter((connection) => healthTexts[connection.health].tone !== 'good')
      .map((connection) => ({ ...connection, userId, name })),
  )
  const scopeText = isComplete ? '' : ` of the newest ${users.length} users`
  const allUsersLink = !isComplete && <a href={toHref('users')}>Show all users</a>
  if (brokenConnections.length === 0)
    return (
      <p class="note good">
        {`All connections${scopeText} work.`} {allUsersLink}
      </p>
    )
  const name = `Connections${scopeText} that need attention`
  return (
    <>
      {!isComplete && (
        <p class="muted">
          {`${name}.`} {allUsersLink}
        </p>
      )}
      <Table
        name={name}
        rows={brokenConnections}
        getId={({ userId, platform }) => `${userId} ${platform}`}
        columns={[
          { label: 'User', cell: ({ userId, name }) => <a href={toHref(`users/${userId}`)}>{name}</a> },
          { label: 'Platform', cell: ({ platform }) => <span class="name">{formatPlatform(platform)}</span> },
          { label: 'Status', cell: (each) => <Badge {...healthTexts[each.health]} /> },
          {
            label: 'What to do',
            cell: (each) => (
              <span title={formatReason(each.reason)}>{healthTexts[each.health].description}</span>
            ),
          },
        ]}
      />
    </>
  )
}
