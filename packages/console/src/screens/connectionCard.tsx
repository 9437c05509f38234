// One connection of a user: its health, a description, and actions.

import type { Platform, User } from '@adrail/client'
import { client } from '../calls/client.ts'
import { ActionButton } from '../parts/actionButton.tsx'
import { Badge } from '../parts/badge.tsx'
import { ModalButton } from '../parts/modal.tsx'
import type { Account } from '../platforms/platformScreens.ts'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { platformNames } from '../words/platformNames.ts'
import { formatPlatform } from '../words/platforms.ts'
import { formatReason, healthTexts } from '../words/statuses.ts'
import { NewLink } from './newLink.tsx'

type Connection = User['connections'][number]

export function ConnectionCard({
  userId,
  platform,
  connection,
  account,
  onChanged,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly connection: Connection | undefined
  readonly account: Account | undefined
  readonly onChanged: () => void
}) {
  const healthText = connection && healthTexts[connection.health]
  const reasonText = formatReason(connection?.reason ?? '')
  const stateText = healthText
    ? healthText.description
    : 'No account is linked. Create a link and send the link to the user.'
  const description = stateText.includes(reasonText) ? stateText : `${stateText} Reason: ${reasonText}.`
  return (
    <section class="card stack" aria-label={formatPlatform(platform)}>
      <div class="row">
        <h2>{formatPlatform(platform)}</h2>
        <span class="end">
          {healthText ? <Badge {...healthText} /> : <Badge label="Not linked" tone="plain" />}
        </span>
      </div>
      {account && (
        <p>
          {account.name} <small>{`${account.id} · ${account.currencyCode}`}</small>
        </p>
      )}
      {description !== '' && <p class="muted">{description}</p>}
      {connection && connection.expiresAt !== '' && (
        <small>Permission expires {formatTimestamp(connection.expiresAt)}</small>
      )}
      {connection && connection.missingPermissions.length > 0 && (
        <div>
          <small>Operations that do not work without these permissions:</small>
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
        {canCall('auth/create_link') && (
          <NewLink
            userId={userId}
            platform={platform}
            buttonLabel={connection ? 'Relink' : 'Create a link'}
            onCompleted={onChanged}
          />
        )}
        {connection && canCall('auth/remove_link') && (
          <UnlinkButton userId={userId} platform={platform} onChanged={onChanged} />
        )}
      </div>
    </section>
  )
}

function UnlinkButton({
  userId,
  platform,
  onChanged,
}: {
  userId: string
  platform: Platform
  onChanged: () => void
}) {
  return (
    <ModalButton name="Disconnect" title={`Disconnect ${formatPlatform(platform)}?`} variant="danger">
      {(close) => (
        <>
          <p>
            adrail deletes the tokens and can no longer change the campaigns. Running campaigns continue at
            the platform.
          </p>
          <ActionButton
            label={`Disconnect ${formatPlatform(platform)}`}
            variant="danger"
            action={async () => {
              await client.auth.remove_link({ userId, platform: platformNames[platform].linkName })
              close()
              onChanged()
            }}
          />
        </>
      )}
    </ModalButton>
  )
}
