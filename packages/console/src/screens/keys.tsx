// The API keys of the workspace: scopes, expiry and last use.

import { useRead } from '../calls/read.ts'
import { Badge, type BadgeContent } from '../parts/badge.tsx'
import { omitEmpty, readQuery } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { canCall, isOwnKey } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatScopes, type Key, NewKey, RevokeKey, RotateKey } from './keyActions.tsx'

const keyBadges: Readonly<Record<Key['state'], BadgeContent>> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  ENDED: { label: 'Ended', tone: 'plain' },
  REVOKED: { label: 'Revoked', tone: 'bad' },
}

export function KeysPage() {
  const reading = useRead('workspace/list_keys', omitEmpty({ pagination: readQuery('at') }))
  return (
    <Page
      title="Keys"
      description="What programs and people sign in with. A key itself is shown once, when it is made."
      calls={reading.calls}
      actions={canCall('workspace/create_key') && <NewKey onCreated={reading.reload} />}
    >
      <ReadView reading={reading}>
        {({ keys, pagination }) => (
          <>
            <Table<Key>
              name="Keys"
              rows={keys}
              getId={({ keyId }) => keyId}
              columns={[
                {
                  label: 'Key',
                  cell: ({ keyId, name, hint }) => (
                    <span>
                      <strong>{name}</strong> {isOwnKey(keyId) && <Badge label="Yours" tone="plain" />}
                      <small>{hint}</small>
                      <small>{keyId}</small>
                    </span>
                  ),
                },
                { label: 'Status', cell: ({ state }) => <Badge {...keyBadges[state]} /> },
                { label: 'May', cell: ({ scopes }) => formatScopes(scopes) },
                { label: 'Last used', figure: true, cell: ({ lastUsedAt }) => formatTimestamp(lastUsedAt) },
                {
                  label: 'Ends',
                  figure: true,
                  cell: ({ expiresAt, revokedAt }) => formatTimestamp(revokedAt || expiresAt) || 'Never',
                },
                {
                  label: '',
                  cell: (key) =>
                    key.state === 'ACTIVE' && (
                      <span class="actions">
                        {canCall('workspace/rotate_key') && (
                          <RotateKey apiKey={key} onCreated={reading.reload} />
                        )}
                        {canCall('workspace/revoke_key') && (
                          <RevokeKey apiKey={key} onRevoked={reading.reload} />
                        )}
                      </span>
                    ),
                },
              ]}
            />
            <Pager pagination={pagination} labels={['Earlier', 'Later']} />
          </>
        )}
      </ReadView>
    </Page>
  )
}
