import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** A button that opens a dialog. The content of the dialog starts from its initial state each time. */
export function ModalButton({
  name,
  title,
  variant = '',
  children,
}: {
  readonly name: string
  readonly title: string
  readonly variant?: string
  readonly children: ComponentChildren | ((close: () => void) => ComponentChildren)
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => dialog.current?.close()
  // When the next step replaces the focused element, the dialog gets the focus instead of the page behind it.
  useEffect(() => {
    const openDialog = dialog.current
    if (!isOpen || !openDialog) return
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) openDialog.focus()
    })
    observer.observe(openDialog, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        class={variant}
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
