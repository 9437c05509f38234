// A link for a user to open, and the progress of the user.

import type { Results } from '@adrail/client'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { CopyButton } from '../parts/copyButton.tsx'
import { useTask } from '../parts/task.tsx'
import type { Platform } from '../session/session.ts'
import { linkNames } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'

export function NewLink({
  userId,
  platform,
  name,
  completed,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly name: string
  readonly completed: () => void
}) {
  const [made, setMade] = useState({ link: '', linkId: '' })
  const task = useTask()
  const make = () =>
    task.run(async () => setMade(await client.auth.create_link({ userId, platform: linkNames[platform] })))
  const { link, linkId } = made
  if (link === '')
    return (
      <>
        <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void make()}>
          {name}
        </button>
        {task.rest}
      </>
    )
  return (
    <div class="note stack">
      <p>Send this address to the user. It works for 30 minutes:</p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {link}
      </a>
      <div>
        <CopyButton text={link} what="the link" />
      </div>
      <Progress linkId={linkId} completed={completed} />
    </div>
  )
}

type Status = Results<'auth/get_link_status'>['status']

const words: Readonly<Record<Status, string>> = {
  created: 'Nobody has opened it so far.',
  opened: 'The user has opened it.',
  started: 'The user is at the platform.',
  returned: 'The user is back from the platform.',
  selecting: 'The user is choosing an account.',
  completed: 'The account is linked.',
  cancelled: 'The user cancelled it.',
  failed: 'It failed.',
  expired: 'It has expired. Make a new one.',
}

const ended: readonly Status[] = ['completed', 'cancelled', 'failed', 'expired']
const lookEveryMs = 3000

function Progress({ linkId, completed }: { readonly linkId: string; readonly completed: () => void }) {
  const { results, busy, again } = useRead('auth/get_link_status', { linkId })
  const status = results?.status ?? 'created'
  useEffect(() => {
    if (status === 'completed') completed()
    if (busy || ended.includes(status)) return
    const timer = setTimeout(again, lookEveryMs)
    return () => clearTimeout(timer)
  }, [status, busy])
  const why = results && results.linkError !== '' ? ` ${sentence(results.linkError)}.` : ''
  return <p role="status">{words[status] + why}</p>
}
