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
      <p>Send this link to the user. The link expires after 30 minutes.</p>
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
  created: 'No one has opened the link yet.',
  opened: 'The user has opened the link.',
  started: 'The user is signing in to the platform.',
  returned: 'The user is back from the platform.',
  selecting: 'The user is choosing an account.',
  completed: 'The account is linked.',
  cancelled: 'The user canceled the connection.',
  failed: 'The connection failed.',
  expired: 'The link has expired. Create a new link.',
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
