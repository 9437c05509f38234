// The API keys of the workspace: scopes, expiry and last use.

import { useRead } from '../calls/read.ts'
import { Badge, type BadgeContent } from '../parts/badge.tsx'
import { omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { canCall, isOwnKey } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatScopes, type Key, NewKeyButton, RevokeKeyButton, RotateKeyButton } from './keyActions.tsx'

const keyBadges: Readonly<Record<Key['state'], BadgeContent>> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  ENDED: { label: 'Expired', tone: 'plain' },
  REVOKED: { label: 'Revoked', tone: 'bad' },
}

export function KeysPage() {
  const readState = useRead('workspace/list_keys', omitEmpty({ pagination: readQueryParameter('at') }))
  return (
    <Page
      title="Keys"
      description="API keys for programs and people. adrail shows a key only once, when you create the key."
      calls={readState.calls}
      actions={canCall('workspace/create_key') && <NewKeyButton onCreated={readState.reload} />}
    >
      <ReadView readState={readState}>
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
                { label: 'Scopes', cell: ({ scopes }) => formatScopes(scopes) },
                {
                  label: 'Last used',
                  isRightAligned: true,
                  cell: ({ lastUsedAt }) => formatTimestamp(lastUsedAt),
                },
                {
                  label: 'Valid until',
                  isRightAligned: true,
                  cell: ({ expiresAt, revokedAt }) => formatTimestamp(revokedAt || expiresAt) || 'No expiry',
                },
                {
                  label: '',
                  cell: (key) =>
                    key.state === 'ACTIVE' && (
                      <span class="actions">
                        {canCall('workspace/rotate_key') && (
                          <RotateKeyButton keyRecord={key} onCreated={readState.reload} />
                        )}
                        {canCall('workspace/revoke_key') && (
                          <RevokeKeyButton keyRecord={key} onRevoked={readState.reload} />
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
