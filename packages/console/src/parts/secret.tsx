import { CopyButton } from './copyButton.tsx'

/** What is shown this once and stored nowhere in a form that could be shown again. */
export function Secret({ secret }: { readonly secret: string }) {
  return (
    <div class="note warn stack" role="status">
      <p>Keep this secret now. It is not shown again.</p>
      <code>{secret}</code>
      <div>
        <CopyButton text={secret} what="the secret" />
      </div>
    </div>
  )
}
