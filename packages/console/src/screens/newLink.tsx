// A link for a user to open, and the progress of the user.

import type { Platform, Results } from '@adrail/client'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { CopyButton } from '../parts/copyButton.tsx'
import { useTask } from '../parts/task.tsx'
import { platformNames } from '../words/platformNames.ts'
import { formatCode } from '../words/statuses.ts'

export function NewLink({
  userId,
  platform,
  buttonLabel,
  onCompleted,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly buttonLabel: string
  readonly onCompleted: () => void
}) {
  const [createdLink, setCreatedLink] = useState({ link: '', linkId: '' })
  const task = useTask()
  const createLink = () =>
    task.run(async () =>
      setCreatedLink(await client.auth.create_link({ userId, platform: platformNames[platform].linkName })),
    )
  const { link, linkId } = createdLink
  if (link === '')
    return (
      <>
        <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void createLink()}>
          {buttonLabel}
        </button>
        {task.remainingError}
      </>
    )
  return (
    <div class="note stack">
      <p>Send this address to the user. It works for 30 minutes:</p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {link}
      </a>
      <div>
        <CopyButton text={link} subject="the link" />
      </div>
      <LinkProgress linkId={linkId} onCompleted={onCompleted} />
    </div>
  )
}

type Status = Results<'auth/get_link_status'>['status']

const statusTexts: Readonly<Record<Status, string>> = {
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

const finalStatuses: readonly Status[] = ['completed', 'cancelled', 'failed', 'expired']
const pollIntervalMs = 3000

function LinkProgress({
  linkId,
  onCompleted,
}: {
  readonly linkId: string
  readonly onCompleted: () => void
}) {
  const { results, busy, reload } = useRead('auth/get_link_status', { linkId })
  const status = results?.status ?? 'created'
  useEffect(() => {
    if (status === 'completed') onCompleted()
    if (busy || finalStatuses.includes(status)) return
    const timer = setTimeout(reload, pollIntervalMs)
    return () => clearTimeout(timer)
  }, [status, busy])
  const errorSentence = results && results.linkError !== '' ? ` ${formatCode(results.linkError)}.` : ''
  return <p role="status">{statusTexts[status] + errorSentence}</p>
}
