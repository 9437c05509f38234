import { useState } from 'preact/hooks'

/** Reports the outcome inside the button, also to screen readers. */
export function CopyButton({ text, subject }: { readonly text: string; readonly subject: string }) {
  const [status, setStatus] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      setStatus('Select it and copy it by hand')
    }
  }
  return (
    <button type="button" class="plain small" aria-label={`Copy ${subject}`} onClick={() => void copy()}>
      <span role="status">{status === '' ? 'Copy' : status}</span>
    </button>
  )
}
