import { useRef } from 'preact/hooks'
import { CopyButton } from '../parts/copyButton.tsx'
import { clientText, commandText, curlText } from './callTexts.ts'
import type { Call } from './read.ts'

const forms = [
  ['curl', curlText],
  ['Client', clientText],
  ['Command line', commandText],
] as const

/** What the page asked, to be asked from anywhere else. */
export function CallDrawer({ calls }: { readonly calls: readonly Call[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  if (calls.length === 0) return null
  return (
    <>
      <button type="button" class="plain" onClick={() => dialog.current?.showModal()}>
        Show the call
      </button>
      <dialog ref={dialog} aria-label="The call behind this page">
        <div class="stack">
          <div class="row">
            <h2>The call behind this page</h2>
            <button type="button" class="plain small end" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          {calls.map((call) => (
            <section class="stack" key={JSON.stringify(call)}>
              <h3>{call.operation}</h3>
              {forms.map(([name, write]) => (
                <div class="call" key={name}>
                  <div class="row">
                    <small>{name}</small>
                    <CopyButton text={write(call)} what={`the ${name} form of ${call.operation}`} />
                  </div>
                  <pre tabindex={0}>{write(call)}</pre>
                </div>
              ))}
            </section>
          ))}
        </div>
      </dialog>
    </>
  )
}
