// The brand that people see when they link an account or approve a write: a summary and a form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { session } from '../session/session.ts'
import { SettingForm } from './settingForm.tsx'

type Told = NonNullable<Results<'workspace/get_settings'>['brand']>

const parts = [
  ['name', 'Name', 'Left empty, people see the name of the workspace.', 'Fox & Sons'],
  ['colour', 'Colour', 'Of buttons and marks, as # and six digits. Left empty, they are green.', '#1f6f50'],
  ['privacyUrl', 'Privacy policy', 'Shown before people consent.', 'https://fox.example/privacy'],
  [
    'supportUrl',
    'Help',
    'A page, or an address such as mailto:help@fox.example.',
    'https://fox.example/help',
  ],
] as const

export function Brand({ brand }: { readonly brand: Told }) {
  const known = session.value
  const ownName = known?.signedIn ? known.workspace.name : ''
  return (
    <dl class="facts">
      {parts.flatMap(([part, label]) => [
        <dt key={part}>{label}</dt>,
        <dd class="row" key={label}>
          {part === 'colour' && brand.colour !== '' && <Swatch colour={brand.colour} />}
          {brand[part] || (part === 'name' ? ownName : '–')}
        </dd>,
      ])}
      <dt>Logo</dt>
      <dd>{brand.hasLogo ? 'Set' : 'None (set with the admin command)'}</dd>
    </dl>
  )
}

function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <rect width="14" height="14" rx="3" fill={colour} />
    </svg>
  )
}

export function BrandForm({ brand, changed }: { readonly brand: Told; readonly changed: () => void }) {
  const [{ hasLogo: _, ...texts }, setTexts] = useState(brand)
  return (
    <SettingForm verb="Set the brand" wish={() => ({ brand: texts })} changed={changed}>
      {(task) =>
        parts.map(([part, label, help, placeholder]) => (
          <Field label={`${label} (optional)`} help={help} error={task.errorOf(`brand.${part}`)} key={part}>
            {(props) => (
              <input
                {...props}
                placeholder={placeholder}
                value={texts[part]}
                onInput={(event) => setTexts({ ...brand, ...texts, [part]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))
      }
    </SettingForm>
  )
}
