import type { ComponentChildren } from 'preact'

/** A figure with what it is, and how it has changed. */
export function Tile({
  name,
  change = '',
  children,
}: {
  readonly name: string
  readonly change?: string
  readonly children: ComponentChildren
}) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change !== '' && (
        <dd class="change">
          <small>{change}</small>
        </dd>
      )}
    </div>
  )
}
