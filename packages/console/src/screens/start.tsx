// The start page: open tasks, the spend of the week, and linked accounts.

import type { User } from '@adrail/client'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Page } from '../parts/page.tsx'
import { Empty, Failure, Shown } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { may } from '../session/session.ts'
import { linkNames, nameOf, platforms } from '../words/platforms.ts'
import { Attention } from './attention.tsx'
import { PauseAllButton } from './pauseAll.tsx'
import { WeekFigures } from './weekFigures.tsx'

export function StartPage() {
  const users = useRead('user/list_users', {})
  const settings = useRead('workspace/get_settings', {}, may('workspace/get_settings'))
  return (
    <Page
      title="Start"
      says="What needs somebody, what was spent this week, and what is linked."
      calls={[...users.calls, ...settings.calls]}
      actions={may('campaign/pause_campaigns') && <PauseAllButton />}
    >
      {settings.error !== undefined && users.error === undefined && (
        <Failure error={settings.error} again={settings.again} />
      )}
      {settings.results && settings.results.freezes.length > 0 && (
        <p class="note bad">
          <strong>Spend increases are blocked.</strong> Campaigns that run continue.{' '}
          <a href={to('settings')}>See why</a>
        </p>
      )}
      <Shown reading={users}>
        {({ users, pagination }) =>
          users.length === 0 ? (
            <Empty title="An empty workspace">
              <p>Make a first user, then a link with which that user links an ad account.</p>
              <a class="button" href={to('users')}>
                To the users
              </a>
            </Empty>
          ) : (
            <>
              <Attention users={users} isWhole={pagination.next === ''} />
              {may('report/get_report') && <WeekFigures users={users} />}
              <Linked users={users} isWhole={pagination.next === ''} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

function Linked({ users, isWhole }: { readonly users: readonly User[]; readonly isWhole: boolean }) {
  const countOn = (platform: (typeof platforms)[number]) =>
    users.filter(({ connections }) => connections.some((each) => each.platform === linkNames[platform]))
      .length
  return (
    <section class="stack" aria-label="Users and linked accounts">
      <h2>{`Users and linked accounts${isWhole ? '' : `, of the newest ${users.length} users`}`}</h2>
      <dl class="tiles">
        <Tile name="Users">{`${users.length}${isWhole ? '' : '+'}`}</Tile>
        {platforms.map((platform) => (
          <Tile name={nameOf(platform)} key={platform}>
            {countOn(platform)}
          </Tile>
        ))}
      </dl>
    </section>
  )
}
