import type { ComponentChildren } from 'preact'

/** A figure with what it is. */
export function Tile({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
