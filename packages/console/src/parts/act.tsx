import { useTask } from './task.tsx'

/** A button that does something, and what went wrong with it. */
export function Act({
  verb,
  look = '',
  act,
}: {
  /** What it does, in its own words. */
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
