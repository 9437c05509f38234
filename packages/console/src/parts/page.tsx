import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasNavigated } from '../address/address.ts'
import { CallDrawer } from '../calls/callDrawer.tsx'
import type { Call } from '../calls/read.ts'

/** A page: title, description, actions and content. */
export function Page({
  title,
  description,
  back,
  calls = [],
  actions,
  children,
}: {
  readonly title: string
  readonly description: ComponentChildren
  readonly back?: { readonly href: string; readonly text: string }
  readonly calls?: readonly Call[]
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · adrail`
  }, [title])
  // Moves the focus to the heading, so that screen readers announce the new page.
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus()
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
          <p>{description}</p>
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
