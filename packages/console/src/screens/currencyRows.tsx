import { Field } from '../parts/field.tsx'

/** A currency and its amounts, by the names of the API. */
export type CurrencyRow = Readonly<Record<string, string>>

/** A list of currencies, each with the same amount fields. */
export function CurrencyRows({
  amounts,
  rows,
  change,
  getFieldError,
}: {
  readonly amounts: readonly (readonly [name: string, label: string])[]
  readonly rows: readonly CurrencyRow[]
  readonly change: (rows: readonly CurrencyRow[]) => void
  /** Returns the error of a field such as `[0].currencyCode`. */
  readonly getFieldError: (fieldPath: string) => string
}) {
  const setField = (index: number, name: string, value: string) =>
    change(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, [name]: value } : row)))
  return (
    <>
      {rows.map((row, index) => (
        <fieldset class="group" key={index}>
          <legend>{row['currencyCode'] || 'New currency'}</legend>
          <Field label="Currency" error={getFieldError(`[${index}].currencyCode`)}>
            {(props) => (
              <input
                {...props}
                placeholder="EUR"
                value={row['currencyCode'] ?? ''}
                onInput={(event) => setField(index, 'currencyCode', event.currentTarget.value.toUpperCase())}
              />
            )}
          </Field>
          {amounts.map(([name, label]) => (
            <Field label={label} error={getFieldError(`[${index}].${name}`)} key={name}>
              {(props) => (
                <input
                  {...props}
                  inputMode="decimal"
                  placeholder="25.00"
                  value={row[name] ?? ''}
                  onInput={(event) => setField(index, name, event.currentTarget.value)}
                />
              )}
            </Field>
          ))}
          <div>
            <button
              type="button"
              class="plain small"
              onClick={() => change(rows.filter((_, rowIndex) => rowIndex !== index))}
            >
              Remove
            </button>
          </div>
        </fieldset>
      ))}
      <div>
        <button type="button" class="plain small" onClick={() => change([...rows, {}])}>
          Add a currency
        </button>
      </div>
    </>
  )
}

/** Removes empty fields, except for the currency, so that the service reports a missing one. */
export function omitEmptyAmounts(row: CurrencyRow): { currencyCode: string } {
  const filledFields = Object.entries(row).filter(([, value]) => value.trim() !== '')
  return { currencyCode: '', ...Object.fromEntries(filledFields) }
}
