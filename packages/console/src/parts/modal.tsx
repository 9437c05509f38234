import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** A button that opens a dialog. The content of the dialog starts from its initial state each time. */
export function ModalButton({
  name,
  title,
  look = '',
  children,
}: {
  readonly name: string
  readonly title: string
  readonly look?: string
  readonly children: ComponentChildren | ((close: () => void) => ComponentChildren)
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => dialog.current?.close()
  // When the next step replaces the focused element, the dialog gets the focus instead of the page behind it.
  useEffect(() => {
    const shown = dialog.current
    if (!isOpen || !shown) return
    const watch = new MutationObserver(() => {
      if (document.activeElement === document.body) shown.focus()
    })
    watch.observe(shown, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        class={look}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        {name}
      </button>
      <dialog ref={dialog} tabIndex={-1} aria-label={title} onClose={() => setOpen(false)}>
        <div class="stack">
          <div class="row">
            <h2>{title}</h2>
            <button type="button" class="plain small end" onClick={close}>
              Close
            </button>
          </div>
          {isOpen && (typeof children === 'function' ? children(close) : children)}
        </div>
      </dialog>
    </>
  )
}
