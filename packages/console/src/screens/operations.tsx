// The writes of the workspace, newest first.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { userLookup } from '../form/nameLookups.ts'
import { Badge } from '../parts/badge.tsx'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { TextField } from '../parts/textField.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { formatTimestamp } from '../words/formats.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { formatOperationName, operationStateTexts, toOperationStatus } from '../words/statuses.ts'
import { writeNames } from '../words/writeNames.ts'

type Operation = Results<'operation/list_operations'>['operations'][number]

// The keys of the table are the states of the API.
const states = Object.keys(operationStateTexts) as Operation['state'][]

const filters: readonly Filter[] = [
  { name: 'state', label: 'Status', choices: states.map((state) => [state, toOperationStatus(state).label]) },
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, formatPlatform(platform)]),
  },
  {
    name: 'operation',
    label: 'Operation',
    choices: writeNames.map((name) => [name, formatOperationName(name)]),
  },
  { name: 'userId', label: 'User', lookup: userLookup },
]

export function OperationsPage() {
  const state = states.find((each) => each === readQueryParameter('state'))
  const platform = platforms.find((each) => each === readQueryParameter('platform'))
  const readState = useRead('operation/list_operations', {
    ...(state ? { states: [state] } : {}),
    ...(platform ? { platform } : {}),
    ...omitEmpty({
      operation: readQueryParameter('operation'),
      userId: readQueryParameter('userId'),
      pagination: readQueryParameter('at'),
    }),
  })
  return (
    <Page
      title="Operations"
      description="Writes of this workspace, with their steps and outcomes."
      calls={readState.calls}
    >
      <OperationSearchForm />
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ operations, pagination }) => (
          <>
            {operations.length > 0 ? (
              <OperationTable operations={operations} />
            ) : pagination.next !== '' ? (
              <p class="note">
                No operation on this page matches the filters. To search further, select “Older”.
              </p>
            ) : (
              <Empty
                title={
                  filters.some(({ name }) => readQueryParameter(name))
                    ? 'No such operations'
                    : 'No operations yet'
                }
              >
                <p>Operations appear when someone creates, changes or pauses a campaign.</p>
              </Empty>
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function OperationTable({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <Table
      name="Operations"
      rows={operations}
      getId={({ operationId }) => operationId}
      columns={[
        {
          label: 'Operation',
          cell: ({ operationId, operation }) => (
            <span>
              <a href={toHref(`operations/${operationId}`)}>{formatOperationName(operation)}</a>
              <small>{`${operation} · ${operationId}`}</small>
            </span>
          ),
        },
        {
          label: 'Status',
          cell: ({ state }) => <Badge {...toOperationStatus(state)} />,
        },
        { label: 'User', cell: ({ userId, userName }) => <UserLink userId={userId} name={userName} /> },
        { label: 'Requested', isRightAligned: true, cell: ({ createdAt }) => formatTimestamp(createdAt) },
      ]}
    />
  )
}

function OperationSearchForm() {
  const [text, setText] = useState('')
  return (
    <form
      class="row fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') navigate(toHref(`operations/${encodeURIComponent(text.trim())}`))
      }}
    >
      <TextField label="Operation id" placeholder="op_…" value={text} change={setText} />
      <button type="submit" class="plain">
        Open
      </button>
    </form>
  )
}
