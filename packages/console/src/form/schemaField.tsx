// One member of a body as a part of a form, whatever it is: text, choice, figure, list, or members of its own.

import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { sentence } from '../words/statuses.ts'
import type { Members, Value } from './draft.ts'
import { LookupBox } from './lookupBox.tsx'
import { lookups } from './lookups.ts'
import type { Schema } from './schema.ts'

export interface Surrounding {
  readonly operation: string
  readonly userId: string
  /** What the service says of the member at a path such as `ads[0].headlines[2]`. */
  errorOf(path: string): string
}

interface Props {
  readonly path: string
  readonly schema: Schema
  readonly value: Value | undefined
  readonly required: boolean
  readonly around: Surrounding
  change(value: Value): void
}

export function SchemaField(props: Props) {
  const { schema, path, around } = props
  if (schema.type === 'array') return <ListField {...props} />
  if (schema.type === 'object') return <Group {...props} />
  if (schema.type === 'boolean') return <Check {...props} />
  const lookup = lookups[`${around.operation} ${unnumbered(path)}`]
  return (
    <Field label={labelOf(props)} help={schema.description ?? ''} error={around.errorOf(path)}>
      {(field) =>
        lookup ? <Chosen {...props} field={field} lookup={lookup} /> : <Plain {...props} field={field} />
      }
    </Field>
  )
}

type Inner = Props & { readonly field: Parameters<Parameters<typeof Field>[0]['children']>[0] }

function Plain({ schema, value, change, field }: Inner) {
  const text = typeof value === 'string' ? value : ''
  const take = (event: { readonly currentTarget: { readonly value: string } }) =>
    change(event.currentTarget.value)
  if (schema.enum)
    return (
      <select {...field} value={text} onChange={take}>
        <option value="">–</option>
        {schema.enum.map((each) => (
          <option value={each} key={each}>
            {sentence(each)}
          </option>
        ))}
      </select>
    )
  if ((schema.maxLength ?? 0) > 300 && schema.format !== 'uri')
    return <textarea {...field} value={text} onInput={take} />
  if (schema.format === 'date') return <input {...field} type="date" value={text} onInput={take} />
  const isFigure = schema.type === 'number' || schema.type === 'integer'
  const keys = isFigure ? 'decimal' : schema.format === 'uri' ? 'url' : 'text'
  return <input {...field} inputMode={keys} value={text} onInput={take} />
}

function Chosen(props: Inner & { readonly lookup: (typeof lookups)[string] }) {
  const { value, change, field, lookup, around } = props
  const [label, setLabel] = useState('')
  if (typeof value === 'string' && value !== '')
    return (
      <ul class="chips">
        <Chip text={label === '' ? value : label} remove={() => change('')} />
      </ul>
    )
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={around.userId}
      choose={(choice) => {
        setLabel(choice.label)
        change(choice.value)
      }}
    />
  )
}

function Chip({ text, remove }: { readonly text: string; readonly remove: () => void }) {
  return (
    <li class="badge">
      {text}
      <button type="button" class="plain small" aria-label={`Remove ${text}`} onClick={remove}>
        ×
      </button>
    </li>
  )
}

function Check(props: Props) {
  const { path, schema, value, change, around } = props
  return (
    <Field label={labelOf(props)} help={schema.description ?? ''} error={around.errorOf(path)}>
      {(field) => (
        <input
          {...field}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      )}
    </Field>
  )
}

function Group({ path, schema, value, change, around, required }: Props) {
  const members = (value ?? {}) as Members
  return (
    <fieldset class="group">
      <legend>{labelOf({ path, required })}</legend>
      {schema.description !== undefined && <small>{schema.description}</small>}
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          schema={member}
          value={members[name]}
          required={schema.required?.includes(name) === true}
          around={around}
          change={(next) => change({ ...members, [name]: next })}
        />
      ))}
    </fieldset>
  )
}

function ListField(props: Props) {
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
                  text={textOf(each)}
                  remove={() => change(items.filter((_, other) => other !== index))}
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
    <Labelled {...props} hint="One in each line.">
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

function Labelled({
  hint = '',
  children,
  ...props
}: Props & { readonly hint?: string; readonly children: Parameters<typeof Field>[0]['children'] }) {
  const { path, schema, around, value } = props
  const count = Array.isArray(value) ? value.length : 0
  const errors = [path, ...Array.from({ length: count + 1 }, (_, index) => `${path}[${index}]`)]
    .map((each) => around.errorOf(each))
    .filter((error) => error !== '')
  const help = [hint, schema.description ?? '', schema.items?.description ?? ''].filter((part) => part !== '')
  return (
    <Field label={labelOf(props)} help={help.join(' ')} error={errors.join(' ')}>
      {children}
    </Field>
  )
}

function Several({
  items,
  choices,
  ...props
}: Props & { readonly items: readonly Value[]; readonly choices: readonly string[] }) {
  const { path, change, around } = props
  const error = around.errorOf(path)
  return (
    <fieldset class="field">
      <legend>{labelOf(props)}</legend>
      {choices.map((choice) => (
        <label class="check" key={choice}>
          <input
            type="checkbox"
            checked={items.includes(choice)}
            onChange={(event) =>
              change(
                event.currentTarget.checked ? [...items, choice] : items.filter((each) => each !== choice),
              )
            }
          />
          {sentence(choice)}
        </label>
      ))}
      {error !== '' && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Repeated({
  items,
  item,
  ...props
}: Props & { readonly items: readonly Value[]; readonly item: Schema }) {
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
        </div>
      ))}
      {error !== '' && (
        <p class="note bad" role="alert">
          {error}
        </p>
      )}
      <div class="actions">
        <button type="button" class="plain small" onClick={() => change([...shown, {}])}>
          Add: {labelOf(props)}
        </button>
        {items.length > 0 && (
          <button type="button" class="plain small" onClick={() => change(items.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
    </div>
  )
}

/** `ads[0].headlines` as people would say it, and whether it can be left out. */
function labelOf({ path, required }: { readonly path: string; readonly required: boolean }): string {
  const [, name = path, number] = /([^.[\]]+)(?:\[(\d+)\])?$/.exec(path) ?? []
  const words = sentence(name.replace(/([a-z])([A-Z])/g, '$1 $2'))
  const counted = number === undefined ? words : `${words} ${Number(number) + 1}`
  return required ? counted : `${counted} (optional)`
}

function unnumbered(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

function textOf(value: Value): string {
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(String).join(' · ')
}
