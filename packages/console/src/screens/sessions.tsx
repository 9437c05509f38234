// The browsers that are signed in to the workspace. Each session can be revoked.

import type { Results } from '@adrail/client'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { ActionButton } from '../parts/actionButton.tsx'
import { Badge } from '../parts/badge.tsx'
import { omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { canCall, isOwnSession } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'

type Session = Results<'workspace/list_sessions'>['sessions'][number]

const pageNames: Readonly<Record<Session['page'], string>> = { console: 'Console', approve: 'Approval page' }

export function SessionsPage() {
  const readState = useRead('workspace/list_sessions', omitEmpty({ pagination: readQueryParameter('at') }))
  return (
    <Page
      title="Sessions"
      description="Browsers that are signed in with a key of this workspace. A session expires with its key."
      calls={readState.calls}
    >
      <ReadView readState={readState}>
        {({ sessions, pagination }) => (
          <>
            <Table<Session>
              name="Sessions"
              rows={sessions.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))}
              getId={({ sessionId }) => sessionId}
              columns={[
                {
                  label: 'Key',
                  cell: ({ sessionId, keyName, keyId }) => (
                    <span>
                      <strong>{keyName}</strong>{' '}
                      {isOwnSession(sessionId) && <Badge label="This browser" tone="plain" />}
                      <small>{keyId}</small>
                    </span>
                  ),
                },
                { label: 'Page', cell: ({ page }) => pageNames[page] },
                { label: 'Address', cell: ({ address }) => address || 'Unknown' },
                {
                  label: 'Signed in',
                  isRightAligned: true,
                  cell: ({ startedAt }) => formatTimestamp(startedAt),
                },
                {
                  label: 'Last used',
                  isRightAligned: true,
                  cell: ({ lastUsedAt }) => formatTimestamp(lastUsedAt),
                },
                {
                  label: '',
                  cell: (session) =>
                    canCall('workspace/revoke_session') && (
                      <RevokeSessionButton session={session} onRevoked={readState.reload} />
                    ),
                },
              ]}
            />
            <Pager pagination={pagination} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function RevokeSessionButton({
  session,
  onRevoked,
}: {
  readonly session: Session
  readonly onRevoked: () => void
}) {
  const { sessionId, keyName } = session
  return (
    <ModalButton name="Sign out" title={`Sign out ${keyName}?`} variant="danger small">
      {(close) => (
        <>
          <p>
            {isOwnSession(sessionId)
              ? 'This is your own session. You must then sign in again.'
              : 'The browser must sign in again. The key stays valid. To block the key, revoke the key on the page Keys.'}
          </p>
          <ActionButton
            label="Sign out this browser"
            variant="danger"
            action={async () => {
              await client.workspace.revoke_session({ sessionId })
              close()
              onRevoked()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
