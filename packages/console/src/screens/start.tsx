// The start page: open tasks, the spend of the week, and linked accounts.

import type { User } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Page } from '../parts/page.tsx'
import { Empty, Failure, ReadView } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { canCall } from '../session/session.ts'
import { platformNames } from '../words/platformNames.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { Attention } from './attention.tsx'
import { PauseAllButton } from './pauseAll.tsx'
import { WeekMetrics } from './weekMetrics.tsx'

export function StartPage() {
  const usersState = useRead('user/list_users', {})
  const settingsState = useRead('workspace/get_settings', {}, canCall('workspace/get_settings'))
  return (
    <Page
      title="Start"
      description="Open tasks, spend of this week, and linked accounts."
      calls={[...usersState.calls, ...settingsState.calls]}
      actions={canCall('campaign/pause_campaigns') && <PauseAllButton />}
    >
      {settingsState.error !== undefined && usersState.error === undefined && (
        <Failure error={settingsState.error} retry={settingsState.reload} />
      )}
      {settingsState.results && settingsState.results.freezes.length > 0 && (
        <p class="note bad">
          <strong>Spend increases are blocked.</strong> Running campaigns continue.{' '}
          <a href={toHref('settings')}>Show the reason</a>
        </p>
      )}
      <ReadView readState={usersState}>
        {({ users, pagination }) =>
          users.length === 0 ? (
            <Empty title="No users yet">
              <p>Create a user, then create a link that the user opens to connect an ad account.</p>
              <a class="button" href={toHref('users')}>
                Go to users
              </a>
            </Empty>
          ) : (
            <>
              <Attention users={users} isComplete={pagination.next === ''} />
              {canCall('report/get_report') && <WeekMetrics users={users} />}
              <LinkedAccounts users={users} isComplete={pagination.next === ''} />
            </>
          )
        }
      </ReadView>
    </Page>
  )
}

function LinkedAccounts({
  users,
  isComplete,
}: {
  readonly users: readonly User[]
  readonly isComplete: boolean
}) {
  const countLinkedUsers = (platform: (typeof platforms)[number]) =>
    users.filter(({ connections }) =>
      connections.some((each) => each.platform === platformNames[platform].linkName),
    ).length
  return (
    <section class="stack" aria-label="Users and linked accounts">
      <h2>{`Users and linked accounts${isComplete ? '' : `, of the newest ${users.length} users`}`}</h2>
      <dl class="tiles">
        <Tile name="Users">{`${users.length}${isComplete ? '' : '+'}`}</Tile>
        {platforms.map((platform) => (
          <Tile name={formatPlatform(platform)} key={platform}>
            {countLinkedUsers(platform)}
          </Tile>
        ))}
      </dl>
    </section>
  )
}
