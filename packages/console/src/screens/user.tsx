// One user: the health of each connection, and the campaigns of the ad accounts.

import type { User } from '@adrail/client'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Act } from '../parts/act.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { linkNames, platforms } from '../words/platforms.ts'
import { CampaignList } from './campaignList.tsx'
import { accountOn, ConnectionCard } from './connectionCard.tsx'

export function UserPage({ userId }: { readonly userId: string }) {
  const reading = useRead('user/get_profile', { userId })
  const accounts = useRead('auth/get_connected_accounts_data', { userId })
  const name = reading.results?.user.name ?? 'User'
  return (
    <Page
      title={name}
      says="The ad accounts that this user has linked, and their campaigns."
      back={{ href: to('users'), text: 'Users' }}
      calls={[...reading.calls, ...accounts.calls]}
      actions={
        <>
          {may('lead/list_leads') && (
            <a class="button plain" href={to('leads', { userId })}>
              Leads
            </a>
          )}
          {may('user/delete_user') && reading.results && <ForgetUser user={reading.results.user} />}
        </>
      }
    >
      <Shown reading={reading}>
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
                  <dt>Mail</dt>
                  <dd>{user.email}</dd>
                </>
              )}
              <dt>Since</dt>
              <dd>{moment(user.createdAt)}</dd>
            </dl>
            <div class="columns">
              {platforms.map((platform) => (
                <ConnectionCard
                  key={platform}
                  userId={userId}
                  platform={platform}
                  connection={user.connections.find((each) => each.platform === linkNames[platform])}
                  account={accountOn(platform, accounts.results)}
                  changed={() => {
                    reading.again()
                    accounts.again()
                  }}
                />
              ))}
            </div>
            {platforms
              .filter((platform) => user.connections.some((each) => each.platform === linkNames[platform]))
              .map((platform) => (
                <CampaignList key={platform} userId={userId} platform={platform} />
              ))}
          </>
        )}
      </Shown>
    </Page>
  )
}

function ForgetUser({ user: { userId, name } }: { readonly user: User }) {
  return (
    <ModalButton name="Forget user" title={`Forget ${name}?`} look="danger">
      <p>
        Personal data, connections and tokens are erased. What was created at the platforms stays there. This
        cannot be undone.
      </p>
      <Act
        verb={`Forget ${name}`}
        look="danger"
        act={async () => {
          await client.user.delete_user({ userId })
          go(to('users'))
        }}
      />
    </ModalButton>
  )
}
