import { updateQuery } from '../address/address.ts'
import { Field } from '../parts/field.tsx'

/** Selects the days of a report. The days are part of the URL. */
export function Period({ from, until }: { readonly from: string; readonly until: string }) {
  return (
    <span class="row end">
      <Field label="From">
        {(props) => (
          <input
            {...props}
            type="date"
            value={from}
            max={until}
            onChange={(event) => updateQuery({ from: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Until">
        {(props) => (
          <input
            {...props}
            type="date"
            value={until}
            min={from}
            onChange={(event) => updateQuery({ until: event.currentTarget.value })}
          />
        )}
      </Field>
    </span>
  )
}
