// Progress of a write that changes many campaigns, and the campaigns that it could not change.

import type { Results } from '@adrail/client'
import { formatError } from '../form/errorText.ts'
import { Tile } from '../parts/tile.tsx'
import { formatPlatform } from '../words/platforms.ts'

type Operation = Results<'operation/get_operation'>

export function BatchProgress({
  progress,
  failures = [],
  isUndo,
}: {
  readonly progress: NonNullable<Operation['progress']>
  readonly failures: Operation['failures']
  readonly isUndo: boolean
}) {
  const { total, changed, unchanged, failed, open, accountsOpen } = progress
  return (
    <section class="stack">
      <h2>Campaigns</h2>
      <progress aria-label="Campaigns with an outcome" value={total - open} max={Math.max(total, 1)} />
      <dl class="tiles">
        <Tile name={isUndo ? 'Resumed' : 'Paused'}>{changed}</Tile>
        <Tile name="Pending">{open}</Tile>
        <Tile name={isUndo ? 'Not resumed' : 'Still running'}>{failed}</Tile>
        <Tile name={isUndo ? 'Already running' : 'Already paused'}>{unchanged}</Tile>
      </dl>
      {accountsOpen > 0 && (
        <p class="note warn">
          {`adrail could not list the campaigns of ${accountsOpen} ad ${accountsOpen === 1 ? 'account' : 'accounts'} yet, and retries.`}
        </p>
      )}
      {failures.length > 0 && (
        <>
          <h3>{isUndo ? 'Campaigns that were not resumed' : 'Campaigns that are still running'}</h3>
          <ul class="plan">
            {failures.map(({ platform, accountId, campaignId, name, error, isFinal }) => (
              <li key={`${platform} ${accountId} ${campaignId}`}>
                <strong>{name || campaignId || `Ad account ${accountId}`}</strong>
                {` on ${formatPlatform(platform)}. ${formatError(error)}${isFinal ? '' : ' adrail retries.'}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
