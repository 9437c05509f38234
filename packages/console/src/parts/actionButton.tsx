import { useTask } from './task.tsx'

/** A button that performs an action and shows its error. */
export function ActionButton({
  label,
  variant = '',
  action,
}: {
  /** The text of the button. */
  readonly label: string
  readonly variant?: string
  readonly action: () => Promise<void>
}) {
  const task = useTask()
  return (
    <>
      {task.remainingError}
      <div class="actions">
        <button type="button" class={variant} aria-disabled={task.busy} onClick={() => void task.run(action)}>
          {label}
        </button>
      </div>
    </>
  )
}
