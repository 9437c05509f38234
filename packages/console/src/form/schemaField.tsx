// Renders one field of a body by its schema: an input, a list, or a group of fields.

import { Field } from '../parts/field.tsx'
import type { Members, Value } from './draft.ts'
import { helpIn, helpOf, labelOf, unnumbered } from './fieldWords.ts'
import { Check, Chip, Chosen, type MemberProps, Plain, Several } from './leafFields.tsx'
import { LookupBox } from './lookupBox.tsx'
import { lookups } from './lookups.ts'
import type { Schema } from './schema.ts'

export function SchemaField(props: MemberProps) {
  const { schema, path, around } = props
  if (schema.type === 'array') return <ListField {...props} />
  if (schema.type === 'object') return <Group {...props} />
  if (schema.type === 'boolean') return <Check {...props} />
  const lookup = lookups[`${around.operation} ${unnumbered(path)}`]
  return (
    <Field label={labelOf(props)} help={helpOf(props)} error={around.errorOf(path)}>
      {(field) =>
        lookup ? <Chosen {...props} field={field} lookup={lookup} /> : <Plain {...props} field={field} />
      }
    </Field>
  )
}

function Group(props: MemberProps) {
  const { path, schema, value, change, around } = props
  const members = (value ?? {}) as Members
  const help = helpOf(props)
  return (
    <fieldset class="group">
      <legend>{labelOf(props)}</legend>
      {help !== '' && <small>{help}</small>}
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          schema={member}
          value={members[name]}
          required={schema.required?.includes(name) === true}
          group={members}
          around={around}
          change={(next) => change({ ...members, [name]: next })}
        />
      ))}
    </fieldset>
  )
}

function ListField(props: MemberProps) {
  const { path, schema, value, change, around } = props
  const items = Array.isArray(value) ? (value as readonly Value[]) : []
  const lookup = lookups[`${around.operation} ${unnumbered(path)}`]
  const item = schema.items ?? {}
  if (lookup)
    return (
      <Labelled {...props}>
        {(field) => (
          <>
            <ul class="chips">
              {items.map((each, index) => (
                <Chip
                  key={JSON.stringify(each)}
                  value={each}
                  remove={() => {
                    change(items.filter((_, other) => other !== index))
                    // The button that had the focus no longer exists.
                    document.getElementById(field.id)?.focus()
                  }}
                />
              ))}
            </ul>
            <LookupBox
              field={field}
              lookup={lookup}
              userId={around.userId}
              choose={(choice) => change([...items, choice.value])}
            />
          </>
        )}
      </Labelled>
    )
  if (item.enum) return <Several {...props} items={items} choices={item.enum} />
  if (item.type === 'object') return <Repeated {...props} items={items} item={item} />
  return (
    <Labelled {...props} hint={`One in each line${howMany(schema)}.`}>
      {(field) => (
        <textarea
          {...field}
          value={items.join('\n')}
          onInput={(event) =>
            change(event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n'))
          }
        />
      )}
    </Labelled>
  )
}

/**
 * Formats the required number of entries, such as `, 3 to 15 of them`. Empty without a minimum above one,
 * because a maximum alone rarely matters.
 */
function howMany({ minItems = 1, maxItems }: Schema): string {
  return minItems > 1 ? `, ${minItems}${maxItems === undefined ? ' or more' : ` to ${maxItems}`} of them` : ''
}

function Labelled({
  hint = '',
  children,
  ...props
}: MemberProps & { readonly hint?: string; readonly children: Parameters<typeof Field>[0]['children'] }) {
  const { path, around, value, schema } = props
  const count = Array.isArray(value) ? value.length : 0
  const errors = [path, ...Array.from({ length: count + 1 }, (_, index) => `${path}[${index}]`)]
    .map((each) => around.errorOf(each))
    .filter((error) => error !== '')
  const help = [helpOf(props), hint, helpIn(schema.items ?? {}).replace(/^May/, 'Each may')].filter(
    (part) => part !== '',
  )
  return (
    <Field label={labelOf(props)} help={help.join(' ')} error={errors.join(' ')}>
      {children}
    </Field>
  )
}

function Repeated({
  items,
  item,
  ...props
}: MemberProps & { readonly items: readonly Value[]; readonly item: Schema }) {
  const { path, change, around } = props
  const shown = items.length === 0 && props.required ? [{}] : items
  const error = around.errorOf(path)
  return (
    <div class="stack">
      {shown.map((each, index) => (
        <div class="stack" key={index}>
          <Group
            path={`${path}[${index}]`}
            schema={item}
            value={each}
            required={true}
            around={around}
            change={(next) => change(shown.map((old, other) => (other === index ? next : old)))}
          />
          {around.below(`${path}[${index}]`, each)}
        </div>
      ))}
      {error !== '' && (
        <p class="note bad" role="alert">
          {error}
        </p>
      )}
      <div class="actions">
        <button type="button" class="plain small" onClick={() => change([...shown, {}])}>
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
