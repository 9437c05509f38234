import { FieldError } from './field.tsx'

/** A group of checkboxes. The selected values keep the order of the options. */
export function Choices<Choice extends string>({
  legend,
  help = '',
  error,
  options,
  formatLabel,
  formatDetail,
  selected,
  change,
}: {
  readonly legend: string
  readonly help?: string
  readonly error: string
  readonly options: readonly Choice[]
  readonly formatLabel: (choice: Choice) => string
  /** Returns the explanation of an option. */
  readonly formatDetail?: (choice: Choice) => string
  readonly selected: readonly unknown[]
  readonly change: (selected: Choice[]) => void
}) {
  const toggle = (choice: Choice, isSelected: boolean) =>
    change(options.filter((each) => (each === choice ? isSelected : selected.includes(each))))
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {help !== '' && <small>{help}</small>}
      {options.map((choice) => (
        <label class="check" key={choice}>
          <input
            type="checkbox"
            aria-invalid={error !== ''}
            checked={selected.includes(choice)}
            onChange={(event) => toggle(choice, event.currentTarget.checked)}
          />
          <span>
            {formatLabel(choice)}
            {formatDetail && <small>{formatDetail(choice)}</small>}
          </span>
        </label>
      ))}
      <FieldError error={error} />
    </fieldset>
  )
}
