import type { Body } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { client } from '../calls/client.ts'
import { ModalButton } from '../parts/modal.tsx'
import { type Task, useTask } from '../parts/task.tsx'

/** A section of the settings with a button that opens its form. */
export function SettingSection({
  title,
  description,
  buttonLabel,
  renderForm,
  children,
}: {
  readonly title: string
  readonly description: string
  /** Label of the button. Empty when the key may not change the settings. */
  readonly buttonLabel: string
  readonly renderForm: (close: () => void) => ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <section class="stack" aria-label={title}>
      <div class="row">
        <h2>{title}</h2>
        {buttonLabel !== '' && (
          <span class="end">
            <ModalButton name={buttonLabel} title={title} variant="plain">
              {renderForm}
            </ModalButton>
          </span>
        )}
      </div>
      <p class="muted">{description}</p>
      {children}
    </section>
  )
}

/** A form that saves a section of the settings and shows errors at its fields. */
export function SettingForm({
  buttonLabel,
  buildSettings,
  onChanged,
  children,
}: {
  readonly buttonLabel: string
  readonly buildSettings: () => Body<'workspace/update_settings'>
  readonly onChanged: () => void
  readonly children: (task: Task) => ComponentChildren
}) {
  const task = useTask()
  const save = () =>
    task.run(async () => {
      await client.workspace.update_settings(buildSettings())
      onChanged()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {children(task)}
      {task.remainingError}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          {buttonLabel}
        </button>
      </div>
    </form>
  )
}
