// The API keys of the workspace: scopes, expiry and last use.

import { useRead } from '../calls/read.ts'
import { Badge, type Worded } from '../parts/badge.tsx'
import { asked, given } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { isOwnKey, may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { type Key, NewKey, RevokeKey, RotateKey, scopesText } from './keyActions.tsx'

const keyState: Readonly<Record<Key['state'], Worded>> = {
  ACTIVE: { word: 'Active', tone: 'good' },
  ENDED: { word: 'Ended', tone: 'plain' },
  REVOKED: { word: 'Revoked', tone: 'bad' },
}

export function KeysPage() {
  const reading = useRead('workspace/list_keys', given({ pagination: asked('at') }))
  return (
    <Page
      title="Keys"
      says="What programs and people sign in with. A key itself is shown once, when it is made."
      calls={reading.calls}
      actions={may('workspace/create_key') && <NewKey made={reading.again} />}
    >
      <Shown reading={reading}>
        {({ keys, pagination }) => (
          <>
            <Table<Key>
              name="Keys"
              rows={keys}
              idOf={({ keyId }) => keyId}
              columns={[
                {
                  label: 'Key',
                  cell: ({ keyId, name, hint }) => (
                    <span>
                      <strong>{name}</strong> {isOwnKey(keyId) && <Badge word="Yours" tone="plain" />}
                      <small>{hint}</small>
                      <small>{keyId}</small>
                    </span>
                  ),
                },
                { label: 'Status', cell: ({ state }) => <Badge {...keyState[state]} /> },
                { label: 'May', cell: ({ scopes }) => scopesText(scopes) },
                { label: 'Last used', figure: true, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
                {
                  label: 'Ends',
                  figure: true,
                  cell: ({ expiresAt, revokedAt }) => moment(revokedAt || expiresAt) || 'Never',
                },
                {
                  label: '',
                  cell: (key) =>
                    key.state === 'ACTIVE' && (
                      <span class="actions">
                        {may('workspace/rotate_key') && <RotateKey apiKey={key} made={reading.again} />}
                        {may('workspace/revoke_key') && <RevokeKey apiKey={key} ended={reading.again} />}
                      </span>
                    ),
                },
              ]}
            />
            <Pager pagination={pagination} words={['Earlier', 'Later']} />
          </>
        )}
      </Shown>
    </Page>
  )
}
