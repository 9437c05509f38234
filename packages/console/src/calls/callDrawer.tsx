import { CopyButton } from '../parts/copyButton.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { formatClientCall, formatCommand, formatCurl } from './callTexts.ts'
import type { Call } from './read.ts'

const callFormats = [
  ['curl', formatCurl],
  ['Client', formatClientCall],
  ['Command line', formatCommand],
] as const

/** Shows the API calls behind a page, for use with other tools. */
export function CallDrawer({ calls }: { readonly calls: readonly Call[] }) {
  if (calls.length === 0) return null
  return (
    <ModalButton
      name="Show the call"
      title={calls.length > 1 ? 'The main calls behind this page' : 'The call behind this page'}
      variant="plain"
    >
      {calls.map((call) => (
        <section class="stack" key={JSON.stringify(call)}>
          <h3>{call.operation}</h3>
          {callFormats.map(([name, formatCall]) => (
            <div class="call" key={name}>
              <div class="row">
                <small>{name}</small>
                <CopyButton text={formatCall(call)} subject={`the ${name} form of ${call.operation}`} />
              </div>
              <pre tabindex={0}>{formatCall(call)}</pre>
            </div>
          ))}
        </section>
      ))}
    </ModalButton>
  )
}
