// A new campaign. The form follows the schema of the operation, the service validates it, and nothing is
// created before its plan was shown.

import type { Body, Platform } from '@adrail/client'
import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { useRead, useRequest } from '../calls/read.ts'
import { useUserBackLink } from '../calls/userBackLink.ts'
import { type DraftFields, toBody, useDraft } from '../form/draft.ts'
import type { FormContext } from '../form/formContext.ts'
import { loadBodySchema, type Schema } from '../form/schema.ts'
import { SchemaField } from '../form/schemaField.tsx'
import { Page } from '../parts/page.tsx'
import { PlannedWrite } from '../parts/plannedWrite.tsx'
import { ReadView } from '../parts/states.tsx'
import { listFieldErrors, useErrorFocus } from '../parts/task.tsx'
import { findAccount, platformScreens } from '../platforms/index.ts'
import type { ConnectedAccounts, PlatformScreens } from '../platforms/platformScreens.ts'
import { formatMoney, multiplyBy30 } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import { AdPreview } from './adPreview.tsx'

/** Fields that the form does not show. */
const hiddenFields = ['userId', 'dryRun', 'planHash']
/** Optional fields that most campaigns use. */
const commonFields = ['dailyBudget', 'endDate', 'locations', 'interests', 'languages', 'advertiser']

export function NewCampaignPage({
  userId,
  platform,
}: {
  readonly userId: string
  readonly platform: Platform
}) {
  const operation = platformScreens[platform].createOperation
  const schemaState = useRequest(`schema ${operation}`, () => loadBodySchema(operation), [])
  const accountsState = useRead('auth/get_connected_accounts_data', { userId })
  return (
    <Page
      title={`New campaign on ${formatPlatform(platform)}`}
      description="Fill in the form and check the plan. Nothing changes until you create the campaign."
      back={useUserBackLink(userId)}
      calls={[{ operation, body: { userId, dryRun: true } }]}
    >
      <ReadView readState={schemaState}>
        {(schema) => (
          <CampaignForm
            userId={userId}
            platform={platform}
            schema={schema}
            accounts={accountsState.results}
          />
        )}
      </ReadView>
    </Page>
  )
}

function CampaignForm({
  userId,
  platform,
  schema,
  accounts,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly schema: Schema
  readonly accounts: ConnectedAccounts | undefined
}) {
  const { createOperation: operation, requiredFields } = platformScreens[platform]
  const currencyCode = findAccount(platform, accounts)?.currencyCode ?? ''
  const [draft, setDraft, discardDraft] = useDraft(`draft ${operation} ${userId}`)
  const [submission, setSubmission] = useState<{ readonly draft: DraftFields; readonly attempt: number }>()
  const [error, setError] = useState<unknown>()
  const fieldErrors = listFieldErrors(error, operation)
  const isFieldRequired = (field: string) => requiredFields[field]?.(draft) === true
  const shownPaths = new Set<string>()
  // On a small screen, invalid fields are far above the plan.
  useErrorFocus(error)
  const formContext: FormContext = {
    operation,
    userId,
    currencyCode,
    isFieldRequired,
    getFieldError: (path) => {
      shownPaths.add(path)
      return fieldErrors.get(path) ?? ''
    },
    renderBelow: (path, value) => {
      const [, number] = /^ads\[(\d+)\]$/.exec(path) ?? []
      return (
        number !== undefined && (
          // The entries of `ads` are objects.
          <AdPreview
            platform={platform}
            number={Number(number) + 1}
            ad={value as DraftFields}
            draft={draft}
            accounts={accounts}
          />
        )
      )
    },
  }
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !hiddenFields.includes(name))
  const isShownFirst = (name: string) =>
    schema.required?.includes(name) || commonFields.includes(name) || isFieldRequired(name)
  const renderField = ([name, fieldSchema]: [string, Schema]) => (
    <SchemaField
      key={name}
      path={name}
      schema={fieldSchema}
      value={draft[name]}
      required={schema.required?.includes(name) === true}
      form={formContext}
      change={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  const furtherFields = fields.filter(([name]) => !isShownFirst(name))
  const dailyBudget = submission?.draft['dailyBudget']
  const budget = typeof dailyBudget === 'string' ? dailyBudget : ''
  // The service validates the body. The form only collects it.
  const body = {
    userId,
    ...(toBody(submission?.draft, schema) as object | undefined),
  } as unknown as Body<PlatformScreens['createOperation']>
  return (
    <div class="columns">
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setError(undefined)
          // A new time forces a new check even without a change, because the cause of an error may be fixed
          // elsewhere.
          setSubmission({ draft, attempt: (submission?.attempt ?? 0) + 1 })
        }}
      >
        {fields.filter(([name]) => isShownFirst(name)).map(renderField)}
        <details class="stack" open={furtherFields.some(([name]) => hasErrorBelow(name, fieldErrors))}>
          <summary>More settings</summary>
          <div class="form">{furtherFields.map(renderField)}</div>
        </details>
        <div class="actions">
          <button type="submit">Check and show the plan</button>
        </div>
      </form>
      <section class="stack beside" aria-label="The plan" aria-live="polite">
        {submission === undefined ? (
          <p class="note">The plan appears after the check. It lists each step and the maximum spend.</p>
        ) : (
          <div class="card stack">
            <h2>The plan</h2>
            {draft !== submission.draft && (
              <p class="note warn">
                The form has changed since the last check. Check the form again to update this plan.
              </p>
            )}
            {/^\d+(\.\d+)?$/.test(budget) && currencyCode !== '' && (
              <p>
                <strong>{`${formatMoney(budget, currencyCode)} a day, ${formatMoney(multiplyBy30(budget), currencyCode)} in 30 days`}</strong>
              </p>
            )}
            <PlannedWrite
              key={submission.attempt}
              operation={operation}
              body={body}
              buttonLabel="Create the campaign"
              onError={setError}
              isErrorShown={(field) => shownPaths.has(field)}
              onDone={({ operationId }) => {
                discardDraft()
                navigate(toHref(`operations/${operationId}`))
              }}
            />
          </div>
        )}
      </section>
    </div>
  )
}

function hasErrorBelow(name: string, fieldErrors: ReadonlyMap<string, string>): boolean {
  return [...fieldErrors.keys()].some(
    (path) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  )
}
