import { Wrong } from './field.tsx'

/** A group of checkboxes. The selected values keep the order of the options. */
export function Choices<Choice extends string>({
  legend,
  help = '',
  error,
  offered,
  wordOf,
  detailOf,
  chosen,
  change,
}: {
  readonly legend: string
  readonly help?: string
  readonly error: string
  readonly offered: readonly Choice[]
  readonly wordOf: (choice: Choice) => string
  /** Returns the explanation of an option. */
  readonly detailOf?: (choice: Choice) => string
  readonly chosen: readonly unknown[]
  readonly change: (chosen: Choice[]) => void
}) {
  const tick = (choice: Choice, on: boolean) =>
    change(offered.filter((each) => (each === choice ? on : chosen.includes(each))))
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {help !== '' && <small>{help}</small>}
      {offered.map((choice) => (
        <label class="check" key={choice}>
          <input
            type="checkbox"
            aria-invalid={error !== ''}
            checked={chosen.includes(choice)}
            onChange={(event) => tick(choice, event.currentTarget.checked)}
          />
          <span>
            {wordOf(choice)}
            {detailOf && <small>{detailOf(choice)}</small>}
          </span>
        </label>
      ))}
      <Wrong error={error} />
    </fieldset>
  )
}
