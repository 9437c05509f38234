import type { ComponentChildren } from 'preact'

/** A value with its name and its change. */
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
