import { useState } from 'preact/hooks'
import mark from '../mark.svg'
import { ApiKeyField } from './apiKeyField.tsx'
import { isDemoLinkUsed, signIn } from './session.ts'

export function SignIn({ hasDemoAccess }: { readonly hasDemoAccess: boolean }) {
  const [apiKey, setApiKey] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submitKey = async (credential: Parameters<typeof signIn>[0]) => {
    setBusy(true)
    try {
      setError(await signIn(credential))
    } catch {
      setError('adrail did not respond. Retry in a moment.')
    }
    setBusy(false)
  }
  return (
    <main class="signin">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          if (apiKey.trim() === '') setError('Paste an API key of the workspace.')
          else void submitKey({ apiKey: apiKey.trim() })
        }}
      >
        <div class="row">
          <img src={mark} alt="" width="28" height="28" />
          <h1>adrail</h1>
        </div>
        <p class="muted">Sign in with an API key. The scopes of the key determine your permissions here.</p>
        <ApiKeyField name="key" apiKey={apiKey} error={error} change={setApiKey} />
        <button type="submit" disabled={busy}>
          Sign in
        </button>
        {hasDemoAccess && (
          <button type="button" class="plain" disabled={busy} onClick={() => void submitKey({ demo: true })}>
            Open the demo
          </button>
        )}
        {!hasDemoAccess && isDemoLinkUsed.value && (
          <p class="note">
            This link was used before. Paste the key from <code>data/demo.json</code>, or restart adrail for a
            new link.
          </p>
        )}
        <small>
          To create a key, run <code>npm run admin -- key create</code>.
        </small>
      </form>
    </main>
  )
}
