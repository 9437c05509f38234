import { useTask } from './task.tsx'

/** A button that performs an action and shows its error. */
export function Act({
  verb,
  look = '',
  act,
}: {
  /** The text of the button. */
  readonly verb: string
  readonly look?: string
  readonly act: () => Promise<void>
}) {
  const task = useTask()
  return (
    <>
      {task.rest}
      <div class="actions">
        <button type="button" class={look} aria-disabled={task.busy} onClick={() => void task.run(act)}>
          {verb}
        </button>
      </div>
    </>
  )
}
