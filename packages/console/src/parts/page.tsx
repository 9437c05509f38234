import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasMoved } from '../address/address.ts'
import { CallDrawer } from '../calls/callDrawer.tsx'
import type { Call } from '../calls/read.ts'

/** A title, one sentence that says what one sees, what can be done on the right, and then the thing itself. */
export function Page({
  title,
  says,
  back,
  calls = [],
  actions,
  children,
}: {
  readonly title: string
  readonly says: ComponentChildren
  readonly back?: { readonly href: string; readonly text: string }
  readonly calls?: readonly Call[]
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · adrail`
  }, [title])
  // Whoever hears the page is told that it is another one.
  useEffect(() => {
    if (hasMoved()) heading.current?.focus()
  }, [])
  return (
    <div class="page">
      <header>
        <div>
          {back && (
            <a class="crumb" href={back.href}>
              ← {back.text}
            </a>
          )}
          <h1 ref={heading} tabindex={-1}>
            {title}
          </h1>
          <p>{says}</p>
        </div>
        <div class="actions">
          {actions}
          <CallDrawer calls={calls} />
        </div>
      </header>
      {children}
    </div>
  )
}
