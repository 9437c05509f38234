import { CopyButton } from './copyButton.tsx'

/** Shows a secret once. adrail stores no form of it that could be shown again. */
export function Secret({ secret }: { readonly secret: string }) {
  return (
    <div class="note warn stack" role="status">
      <p>Keep this secret now. It is not shown again.</p>
      <code>{secret}</code>
      <div>
        <CopyButton text={secret} subject="the secret" />
      </div>
    </div>
  )
}
