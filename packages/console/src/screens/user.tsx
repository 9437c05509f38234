// One user: the health of each connection, and the campaigns of the ad accounts.

import type { User } from '@adrail/client'
import { navigate, toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { ActionButton } from '../parts/actionButton.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { findAccount } from '../platforms/index.ts'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { platformNames } from '../words/platformNames.ts'
import { platforms } from '../words/platforms.ts'
import { CampaignList } from './campaignList.tsx'
import { ConnectionCard } from './connectionCard.tsx'

export function UserPage({ userId }: { readonly userId: string }) {
  const readState = useRead('user/get_profile', { userId })
  const accountsState = useRead('auth/get_connected_accounts_data', { userId })
  const name = readState.results?.user.name ?? 'User'
  return (
    <Page
      title={name}
      description="Linked ad accounts of this user, and their campaigns."
      back={{ href: toHref('users'), text: 'Users' }}
      calls={[...readState.calls, ...accountsState.calls]}
      actions={
        <>
          {canCall('lead/list_leads') && (
            <a class="button plain" href={toHref('leads', { userId })}>
              Leads
            </a>
          )}
          {canCall('user/delete_user') && readState.results && (
            <DeleteUserButton user={readState.results.user} />
          )}
        </>
      }
    >
      <ReadView readState={readState}>
        {({ user }) => (
          <>
            <dl class="facts">
              <dt>User id</dt>
              <dd>
                <code>{user.userId}</code>
              </dd>
              {user.externalId !== '' && (
                <>
                  <dt>Your id</dt>
                  <dd>{user.externalId}</dd>
                </>
              )}
              {user.email !== '' && (
                <>
                  <dt>Email</dt>
                  <dd>{user.email}</dd>
                </>
              )}
              <dt>Created</dt>
              <dd>{formatTimestamp(user.createdAt)}</dd>
            </dl>
            <div class="columns">
              {platforms.map((platform) => (
                <ConnectionCard
                  key={platform}
                  userId={userId}
                  platform={platform}
                  connection={user.connections.find(
                    (each) => each.platform === platformNames[platform].linkName,
                  )}
                  account={findAccount(platform, accountsState.results)}
                  onChanged={() => {
                    readState.reload()
                    accountsState.reload()
                  }}
                />
              ))}
            </div>
            {platforms
              .filter((platform) =>
                user.connections.some((each) => each.platform === platformNames[platform].linkName),
              )
              .map((platform) => (
                <CampaignList key={platform} userId={userId} platform={platform} />
              ))}
          </>
        )}
      </ReadView>
    </Page>
  )
}

function DeleteUserButton({ user: { userId, name } }: { readonly user: User }) {
  return (
    <ModalButton name="Delete user" title={`Delete ${name}?`} variant="danger">
      <p>
        adrail deletes personal data, connections and tokens. Campaigns on the platforms remain. You cannot
        undo this.
      </p>
      <ActionButton
        label={`Delete ${name}`}
        variant="danger"
        action={async () => {
          await client.user.delete_user({ userId })
          navigate(toHref('users'))
        }}
      />
    </ModalButton>
  )
}
