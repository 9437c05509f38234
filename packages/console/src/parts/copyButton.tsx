import { useState } from 'preact/hooks'

/** Reports the outcome inside the button, also to screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Select it and copy it by hand')
    }
  }
  return (
    <button type="button" class="plain small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <span role="status">{said === '' ? 'Copy' : said}</span>
    </button>
  )
}
