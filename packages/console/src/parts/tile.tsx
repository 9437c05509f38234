import type { ComponentChildren } from 'preact'

/** A value with its name and its change. */
export function Tile({
  name,
  changeText = '',
  children,
}: {
  readonly name: string
  readonly changeText?: string
  readonly children: ComponentChildren
}) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {changeText !== '' && (
        <dd class="change">
          <small>{changeText}</small>
        </dd>
      )}
    </div>
  )
}
