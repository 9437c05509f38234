// One user: how each connection is, what to do about it, and the campaigns of the ad accounts.

import type { Results, User } from '@adrail/client'
import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { CopyButton } from '../parts/copyButton.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { useTask } from '../parts/task.tsx'
import { may, type Platform } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { linkNames, nameOf, platforms } from '../words/platforms.ts'
import { health, sentence } from '../words/statuses.ts'
import { CampaignList } from './campaignList.tsx'

type Connection = User['connections'][number]

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
      actions={may('user/delete_user') && reading.results && <ForgetUser user={reading.results.user} />}
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
            {(['social', 'search'] as const)
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

interface Account {
  readonly name: string
  readonly id: string
  readonly currencyCode: string
}

function accountOn(
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

function ConnectionCard({
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
      <p class="muted">
        {state ? state.says : 'Nothing is linked. Make a link and send it to the user.'}
        {connection && connection.reason !== '' && ` Reason: ${sentence(connection.reason)}.`}
      </p>
      {connection && connection.expiresAt !== '' && <small>Good until {moment(connection.expiresAt)}</small>}
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
            name={connection ? 'Make a relink link' : 'Make a link'}
          />
        )}
        {connection && may('auth/remove_link') && (
          <Unlink userId={userId} platform={platform} changed={changed} />
        )}
      </div>
    </section>
  )
}

function NewLink({ userId, platform, name }: { userId: string; platform: Platform; name: string }) {
  const [link, setLink] = useState('')
  const task = useTask()
  const make = () =>
    task.run(async () => {
      const made = await client.auth.create_link({ userId, platform: linkNames[platform] })
      setLink(made.link)
    })
  if (link === '')
    return (
      <>
        <button type="button" class="plain" disabled={task.busy} onClick={() => void make()}>
          {name}
        </button>
        {task.rest}
      </>
    )
  return (
    <div class="note good stack" role="status">
      <p>The user opens this address within 30 minutes:</p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {link}
      </a>
      <div>
        <CopyButton text={link} what="the link" />
      </div>
    </div>
  )
}

function Unlink({ userId, platform, changed }: { userId: string; platform: Platform; changed: () => void }) {
  const task = useTask()
  return (
    <ModalButton name="Unlink" title={`Unlink ${nameOf(platform)}?`} look="plain">
      {(close) => (
        <>
          <p>Tokens are erased. Campaigns go on running at the platform; nothing can be changed from here.</p>
          {task.rest}
          <div class="actions">
            <button
              type="button"
              class="danger"
              disabled={task.busy}
              onClick={() =>
                void task.run(async () => {
                  await client.auth.remove_link({ userId, platform: linkNames[platform] })
                  close()
                  changed()
                })
              }
            >
              Unlink {nameOf(platform)}
            </button>
          </div>
        </>
      )}
    </ModalButton>
  )
}

function ForgetUser({ user: { userId, name } }: { readonly user: User }) {
  const task = useTask()
  return (
    <ModalButton name="Forget user" title={`Forget ${name}?`} look="plain">
      <p>
        Personal data, connections and tokens are erased. What was created at the platforms stays there. This
        cannot be undone.
      </p>
      {task.rest}
      <div class="actions">
        <button
          type="button"
          class="danger"
          disabled={task.busy}
          onClick={() =>
            void task.run(async () => {
              await client.user.delete_user({ userId })
              go(to('users'))
            })
          }
        >
          Forget {name}
        </button>
      </div>
    </ModalButton>
  )
}
