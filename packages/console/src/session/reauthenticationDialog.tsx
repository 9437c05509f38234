import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiKeyField } from './apiKeyField.tsx'
import { pendingReauthentication } from './reauthentication.ts'
import { reauthenticate } from './session.ts'

/** Requests the key of the session before the action that waits for it. */
export function ReauthenticationDialog({ hasDemoAccess }: { readonly hasDemoAccess: boolean }) {
  const onDone = pendingReauthentication.value
  return onDone && <Dialog hasDemoAccess={hasDemoAccess} onDone={onDone} />
}

function Dialog({
  hasDemoAccess,
  onDone,
}: {
  readonly hasDemoAccess: boolean
  readonly onDone: (isConfirmed: boolean) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [apiKey, setApiKey] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const submitKey = async (credential: Parameters<typeof reauthenticate>[0]) => {
    if (busy) return
    setBusy(true)
    const problem = await reauthenticate(credential)
    setBusy(false)
    setError(problem)
    if (problem === '') onDone(true)
  }
  return (
    <dialog ref={dialog} aria-label="Enter your key again" onClose={() => onDone(false)}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (apiKey.trim() === '') setError('Paste the API key that you signed in with.')
          else void submitKey({ apiKey: apiKey.trim() })
        }}
      >
        <h2>Enter your key again</h2>
        <p class="muted">
          This action needs the API key that you signed in with. Further actions within five minutes do not
          need the key again.
        </p>
        <ApiKeyField apiKey={apiKey} error={error} change={setApiKey} />
        <div class="actions">
          <button type="submit" aria-disabled={busy}>
            Continue
          </button>
          {hasDemoAccess && (
            <button
              type="button"
              class="plain"
              aria-disabled={busy}
              onClick={() => void submitKey({ demo: true })}
            >
              Use the demo key
            </button>
          )}
          <button type="button" class="plain" onClick={() => onDone(false)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
