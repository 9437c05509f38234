// The browsers that are signed in to the workspace. Each session can be revoked.

import type { Results } from '@adrail/client'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Act } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import { asked, given } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { isOwnSession, may } from '../session/session.ts'
import { moment } from '../words/figures.ts'

type Session = Results<'workspace/list_sessions'>['sessions'][number]

const pageNames: Readonly<Record<Session['page'], string>> = { console: 'Console', approve: 'Approve page' }

export function SessionsPage() {
  const reading = useRead('workspace/list_sessions', given({ pagination: asked('at') }))
  return (
    <Page
      title="Sessions"
      says="Browsers that are signed in with a key of this workspace. A session ends with its key."
      calls={reading.calls}
    >
      <Shown reading={reading}>
        {({ sessions, pagination }) => (
          <>
            <Table<Session>
              name="Sessions"
              rows={sessions.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))}
              idOf={({ sessionId }) => sessionId}
              columns={[
                {
                  label: 'Key',
                  cell: ({ sessionId, keyName, keyId }) => (
                    <span>
                      <strong>{keyName}</strong>{' '}
                      {isOwnSession(sessionId) && <Badge word="This browser" tone="plain" />}
                      <small>{keyId}</small>
                    </span>
                  ),
                },
                { label: 'Page', cell: ({ page }) => pageNames[page] },
                { label: 'Address', cell: ({ address }) => address || 'Unknown' },
                { label: 'Signed in', figure: true, cell: ({ startedAt }) => moment(startedAt) },
                { label: 'Last used', figure: true, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
                {
                  label: '',
                  cell: (session) =>
                    may('workspace/revoke_session') && (
                      <RevokeSession session={session} revoked={reading.again} />
                    ),
                },
              ]}
            />
            <Pager pagination={pagination} />
          </>
        )}
      </Shown>
    </Page>
  )
}

function RevokeSession({ session, revoked }: { readonly session: Session; readonly revoked: () => void }) {
  const { sessionId, keyName } = session
  return (
    <ModalButton name="Sign out" title={`Sign out ${keyName}?`} look="danger small">
      {(close) => (
        <>
          <p>
            {isOwnSession(sessionId)
              ? 'This is your own session: you have to sign in again.'
              : 'The browser has to sign in again. Its key stays valid. To stop the key, revoke it under Keys.'}
          </p>
          <Act
            verb="Sign out this browser"
            look="danger"
            act={async () => {
              await client.workspace.revoke_session({ sessionId })
              close()
              revoked()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
