// The brand that people see when they link an account or approve a write: a summary and a form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { session } from '../session/session.ts'
import { SettingForm } from './settingForm.tsx'

type BrandSettings = NonNullable<Results<'workspace/get_settings'>['brand']>

const brandFields = [
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

export function Brand({ brand }: { readonly brand: BrandSettings }) {
  const currentSession = session.value
  const ownName = currentSession?.signedIn ? currentSession.workspace.name : ''
  return (
    <dl class="facts">
      {brandFields.flatMap(([fieldName, label]) => [
        <dt key={fieldName}>{label}</dt>,
        <dd class="row" key={label}>
          {fieldName === 'colour' && brand.colour !== '' && <Swatch color={brand.colour} />}
          {brand[fieldName] || (fieldName === 'name' ? ownName : '–')}
        </dd>,
      ])}
      <dt>Logo</dt>
      <dd>{brand.hasLogo ? 'Set' : 'None (set with the admin command)'}</dd>
    </dl>
  )
}

function Swatch({ color }: { readonly color: string }) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <rect width="14" height="14" rx="3" fill={color} />
    </svg>
  )
}

export function BrandForm({
  brand,
  onChanged,
}: {
  readonly brand: BrandSettings
  readonly onChanged: () => void
}) {
  const [{ hasLogo: _, ...texts }, setTexts] = useState(brand)
  return (
    <SettingForm buttonLabel="Set the brand" buildSettings={() => ({ brand: texts })} onChanged={onChanged}>
      {(task) =>
        brandFields.map(([fieldName, label, help, placeholder]) => (
          <Field
            label={`${label} (optional)`}
            help={help}
            error={task.claimFieldError(`brand.${fieldName}`)}
            key={fieldName}
          >
            {(props) => (
              <input
                {...props}
                placeholder={placeholder}
                value={texts[fieldName]}
                onInput={(event) => setTexts({ ...brand, ...texts, [fieldName]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))
      }
    </SettingForm>
  )
}
