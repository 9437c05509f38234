// The audit log, newest entries first, and whether its hash chain is intact.

import type { Results } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { keyLookup, userLookup } from '../form/nameLookups.ts'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { toDayStart } from '../words/clock.ts'
import { formatCount, formatTimestamp } from '../words/formats.ts'
import { formatCode, formatEventName } from '../words/statuses.ts'
import { auditEventLookup, operationLookup } from './auditFilters.ts'

type Audit = Results<'workspace/list_audit'>
type AuditEntry = Audit['entries'][number]

const filters: readonly Filter[] = [
  { name: 'event', label: 'Event', lookup: auditEventLookup },
  { name: 'actor', label: 'By', lookup: keyLookup },
  { name: 'userId', label: 'User', lookup: userLookup },
  { name: 'operationId', label: 'Operation', lookup: operationLookup },
  { name: 'since', label: 'From', isDay: true },
  { name: 'until', label: 'Until', isDay: true },
]

export function AuditPage() {
  const readState = useRead('workspace/list_audit', {
    ...omitEmpty({
      event: readQueryParameter('event'),
      actor: readQueryParameter('actor'),
      userId: readQueryParameter('userId'),
      operationId: readQueryParameter('operationId'),
      since: toDayStart(readQueryParameter('since')),
      until: toDayStart(readQueryParameter('until'), 1),
      pagination: readQueryParameter('at'),
    }),
  })
  return (
    <Page
      title="Audit"
      description="Every change in this workspace, with the API key that made it and its origin. No one can edit these entries."
      calls={readState.calls}
    >
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ entries, chain, pagination }) => (
          <>
            <HashChainStatus chain={chain} />
            {entries.length > 0 ? (
              <AuditTable entries={entries} />
            ) : pagination.next !== '' ? (
              <p class="note">
                No entry on this page matches the filters. To search further, select “Older”.
              </p>
            ) : (
              <Empty title="No entries">
                <p>No entry of the audit log matches the filters.</p>
              </Empty>
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function HashChainStatus({ chain: { entries, hash, problem } }: Pick<Audit, 'chain'>) {
  return (
    <div class={`note ${problem === '' ? 'good' : 'bad'}`} role="status">
      <p>
        <strong>
          {problem === '' ? 'The audit log is intact. ' : `The audit log was changed. ${problem} `}
        </strong>
        {entries === 1 ? 'The log has one entry.' : `The log has ${formatCount(entries)} entries.`}
      </p>
      <small class="wrap">To prove this later, store the hash of the newest entry elsewhere: {hash}</small>
    </div>
  )
}

const surfaces: Readonly<Record<string, string>> = { http: 'the API', mcp: 'MCP', console: 'the console' }

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <Table
      name="Audit"
      rows={entries}
      getId={({ number }) => String(number)}
      columns={[
        {
          label: 'Event',
          cell: ({ number, event }) => (
            <span>
              <strong>{formatEventName(event)}</strong>
              <small>{`No. ${number} · ${event}`}</small>
            </span>
          ),
        },
        { label: 'About', cell: (entry) => <AuditEntryLinks entry={entry} /> },
        {
          label: 'By',
          cell: ({ actor, actorName, surface }) => (
            <span>
              <span title={actor}>{actorName || formatCode(actor)}</span>
              {surface !== '' && <small>{`through ${surfaces[surface] ?? surface}`}</small>}
            </span>
          ),
        },
        { label: 'Change', cell: (entry) => <Difference entry={entry} /> },
        { label: 'When', isRightAligned: true, cell: ({ at }) => formatTimestamp(at) },
      ]}
    />
  )
}

function AuditEntryLinks({
  entry: { operationId, userId, userName, subject },
}: {
  readonly entry: AuditEntry
}) {
  return (
    <span>
      <UserLink userId={userId || (subject.startsWith('usr_') ? subject : '')} name={userName} />
      {operationId !== '' && (
        <small>
          <a href={toHref(`operations/${operationId}`)}>Show the operation</a>
        </small>
      )}
    </span>
  )
}

/** The subject's id, and the values before → after. They are collapsed because they can be long. */
function Difference({ entry: { subject, before, after } }: { readonly entry: AuditEntry }) {
  const values = [before, after].filter((each) => each !== undefined && each !== null)
  return (
    <details>
      <summary>{values.length === 2 ? 'Before → after' : 'Show'}</summary>
      <code class="wrap">{subject}</code>
      <pre class="wrap">{values.map((each) => JSON.stringify(each, undefined, 1)).join('\n→\n')}</pre>
    </details>
  )
}
