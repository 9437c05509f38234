// One connection of a user: its health, a description, and actions.

import type { Results, User } from '@adrail/client'
import { client } from '../calls/client.ts'
import { Act } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { may, type Platform } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { linkNames, nameOf } from '../words/platforms.ts'
import { health, reasonWords } from '../words/statuses.ts'
import { NewLink } from './newLink.tsx'

type Connection = User['connections'][number]

interface Account {
  readonly name: string
  readonly id: string
  readonly currencyCode: string
}

export function accountOn(
  platform: Platform,
  results: Results<'auth/get_connected_accounts_data'> | undefined,
): Account | undefined {
  const { socialAds, searchAds, proAds } = results?.connectedAccounts ?? {}
  if (platform === 'social')
    return (
      socialAds && {
        name: socialAds.adAccountName,
        id: socialAds.adAccountId,
        currencyCode: socialAds.currencyCode,
      }
    )
  const found = platform === 'search' ? searchAds : proAds
  return found && { name: found.accountName, id: found.accountId, currencyCode: found.currencyCode }
}

export function ConnectionCard({
  userId,
  platform,
  connection,
  account,
  changed,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly connection: Connection | undefined
  readonly account: Account | undefined
  readonly changed: () => void
}) {
  const state = connection && health[connection.health]
  const why = reasonWords(connection?.reason ?? '')
  const known = state ? state.says : 'Nothing is linked. Make a link and send it to the user.'
  const says = known.includes(why) ? known : `${known} Reason: ${why}.`
  return (
    <section class="card stack" aria-label={nameOf(platform)}>
      <div class="row">
        <h2>{nameOf(platform)}</h2>
        <span class="end">{state ? <Badge {...state} /> : <Badge word="Not linked" tone="plain" />}</span>
      </div>
      {account && (
        <p>
          {account.name} <small>{`${account.id} · ${account.currencyCode}`}</small>
        </p>
      )}
      {says !== '' && <p class="muted">{says}</p>}
      {connection && connection.expiresAt !== '' && (
        <small>Permission until {moment(connection.expiresAt)}</small>
      )}
      {connection && connection.missingPermissions.length > 0 && (
        <div>
          <small>Without these permissions some operations do not work:</small>
          <ul class="plan">
            {connection.missingPermissions.map(({ permission, operations }) => (
              <li key={permission}>
                <code>{permission}</code>: {operations.join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="actions">
        {may('auth/create_link') && (
          <NewLink
            userId={userId}
            platform={platform}
            name={connection ? 'Link again' : 'Make a link'}
            completed={changed}
          />
        )}
        {connection && may('auth/remove_link') && (
          <Unlink userId={userId} platform={platform} changed={changed} />
        )}
      </div>
    </section>
  )
}

function Unlink({ userId, platform, changed }: { userId: string; platform: Platform; changed: () => void }) {
  return (
    <ModalButton name="Unlink" title={`Unlink ${nameOf(platform)}?`} look="danger">
      {(close) => (
        <>
          <p>Tokens are erased. Campaigns go on running at the platform; nothing can be changed from here.</p>
          <Act
            verb={`Unlink ${nameOf(platform)}`}
            look="danger"
            act={async () => {
              await client.auth.remove_link({ userId, platform: linkNames[platform] })
              close()
              changed()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
