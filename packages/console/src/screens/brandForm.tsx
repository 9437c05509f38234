// The brand that people see when they link an account or approve a write: a summary and a form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { session } from '../session/session.ts'
import { SettingForm } from './settingForm.tsx'

type BrandSettings = NonNullable<Results<'workspace/get_settings'>['brand']>

const brandFields = [
  ['name', 'Name', 'Optional. Defaults to the name of the workspace.', 'Fox & Sons'],
  ['colour', 'Color', 'Color of the buttons, as # and six digits. Optional. Defaults to green.', '#1f6f50'],
  [
    'privacyUrl',
    'Privacy policy',
    'Optional. Users can open this page before they consent.',
    'https://fox.example/privacy',
  ],
  [
    'supportUrl',
    'Help',
    'Optional. A page, or an address such as mailto:help@fox.example.',
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
      <dd>{brand.hasLogo ? 'Set' : 'None. To set a logo, run the “brand” admin command.'}</dd>
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
    <SettingForm buttonLabel="Save the brand" buildSettings={() => ({ brand: texts })} onChanged={onChanged}>
      {(task) =>
        brandFields.map(([fieldName, label, help, placeholder]) => (
          <Field label={label} help={help} error={task.claimFieldError(`brand.${fieldName}`)} key={fieldName}>
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
