// Renders one field of a body by its schema: an input, a list, or a group of fields.

import { Field } from '../parts/field.tsx'
import { lookups } from '../platforms/index.ts'
import type { DraftFields, Value } from './draft.ts'
import { extractHelp, findHelp, formatLabel, stripIndexes } from './fieldLabels.ts'
import { ImageInput, ImageListInput } from './imageUpload.tsx'
import {
  CheckboxField,
  Chip,
  LookupInput,
  MultiChoiceField,
  PlainInput,
  type SchemaFieldProps,
} from './inputFields.tsx'
import { LookupBox } from './lookupBox.tsx'
import type { Schema } from './schema.ts'
import { uploadFields } from './uploadFields.ts'

export function SchemaField(props: SchemaFieldProps) {
  const { schema, path, form } = props
  if (schema.type === 'array') return <ListField {...props} />
  if (schema.type === 'object') return <FieldGroup {...props} />
  if (schema.type === 'boolean') return <CheckboxField {...props} />
  const fieldName = `${form.operation} ${stripIndexes(path)}`
  const lookup = lookups[fieldName]
  return (
    <Field label={formatLabel(props)} help={findHelp(props)} error={form.getFieldError(path)}>
      {(field) =>
        uploadFields.has(fieldName) ? (
          <ImageInput field={field} url={String(props.value ?? '')} change={props.change} />
        ) : lookup ? (
          <LookupInput {...props} field={field} lookup={lookup} />
        ) : (
          <PlainInput {...props} field={field} />
        )
      }
    </Field>
  )
}

function FieldGroup(props: SchemaFieldProps) {
  const { path, schema, value, change, form } = props
  const fields = (value ?? {}) as DraftFields
  const help = findHelp(props)
  return (
    <fieldset class="group">
      <legend>{formatLabel(props)}</legend>
      {help !== '' && <small>{help}</small>}
      {Object.entries(schema.properties ?? {}).map(([name, fieldSchema]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          schema={fieldSchema}
          value={fields[name]}
          required={schema.required?.includes(name) === true}
          group={fields}
          form={form}
          change={(value) => change({ ...fields, [name]: value })}
        />
      ))}
    </fieldset>
  )
}

function ListField(props: SchemaFieldProps) {
  const { path, schema, value, change, form } = props
  const items = Array.isArray(value) ? (value as readonly Value[]) : []
  const lookup = lookups[`${form.operation} ${stripIndexes(path)}`]
  const item = schema.items ?? {}
  if (lookup)
    return (
      <LabelledField {...props}>
        {(field) => (
          <>
            <ul class="chips">
              {items.map((each, index) => (
                <Chip
                  key={JSON.stringify(each)}
                  value={each}
                  remove={() => {
                    change(items.filter((_, otherIndex) => otherIndex !== index))
                    // The button that had the focus no longer exists.
                    document.getElementById(field.id)?.focus()
                  }}
                />
              ))}
            </ul>
            <LookupBox
              field={field}
              lookup={lookup}
              userId={form.userId}
              onSelect={(choice) => change([...items, choice.value])}
            />
          </>
        )}
      </LabelledField>
    )
  if (item.enum) return <MultiChoiceField {...props} items={items} choices={item.enum} />
  if (uploadFields.has(`${form.operation} ${stripIndexes(path)}`))
    return (
      <LabelledField {...props} hint="Enter one URL per line.">
        {(field) => <ImageListInput field={field} urls={items.map(String)} change={change} />}
      </LabelledField>
    )
  if (item.type === 'object') return <RepeatedGroup {...props} items={items} item={item} />
  return (
    <LabelledField {...props} hint={`Enter one per line${formatEntryCount(schema)}.`}>
      {(field) => (
        <textarea
          {...field}
          value={items.join('\n')}
          onInput={(event) =>
            change(event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n'))
          }
        />
      )}
    </LabelledField>
  )
}

/**
 * Formats the required number of entries, such as `, 3 to 15 in total`. Empty without a minimum above one,
 * because a maximum alone rarely matters.
 */
function formatEntryCount({ minItems = 1, maxItems }: Schema): string {
  return minItems > 1
    ? `, ${minItems}${maxItems === undefined ? ' or more' : ` to ${maxItems}`} in total`
    : ''
}

function LabelledField({
  hint = '',
  children,
  ...props
}: SchemaFieldProps & {
  readonly hint?: string
  readonly children: Parameters<typeof Field>[0]['children']
}) {
  const { path, form, value, schema } = props
  const count = Array.isArray(value) ? value.length : 0
  const errors = [path, ...Array.from({ length: count + 1 }, (_, index) => `${path}[${index}]`)]
    .map((each) => form.getFieldError(each))
    .filter((error) => error !== '')
  const help = [findHelp(props), hint, extractHelp(schema.items ?? {}).replace(/^May/, 'Each may')].filter(
    (part) => part !== '',
  )
  return (
    <Field label={formatLabel(props)} help={help.join(' ')} error={errors.join(' ')}>
      {children}
    </Field>
  )
}

function RepeatedGroup({
  items,
  item,
  ...props
}: SchemaFieldProps & { readonly items: readonly Value[]; readonly item: Schema }) {
  const { path, change, form } = props
  const entries = items.length === 0 && props.required ? [{}] : items
  const error = form.getFieldError(path)
  return (
    <div class="stack">
      {entries.map((each, index) => (
        <div class="stack" key={index}>
          <FieldGroup
            path={`${path}[${index}]`}
            schema={item}
            value={each}
            required={true}
            form={form}
            change={(next) =>
              change(entries.map((entry, otherIndex) => (otherIndex === index ? next : entry)))
            }
          />
          {form.renderBelow(`${path}[${index}]`, each)}
        </div>
      ))}
      {error !== '' && (
        <p class="note bad" role="alert">
          {error}
        </p>
      )}
      <div class="actions">
        <button type="button" class="plain small" onClick={() => change([...entries, {}])}>
          Add another
        </button>
        {items.length > (props.required ? 1 : 0) && (
          <button type="button" class="plain small" onClick={() => change(items.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
    </div>
  )
}
