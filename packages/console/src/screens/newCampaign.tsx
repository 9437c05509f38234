// A new campaign. The form follows the schema of the operation, the service validates it, and nothing is
// created before its plan was shown.

import type { Body } from '@adrail/client'
import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { useAsking, useRead } from '../calls/read.ts'
import { useUserBack } from '../calls/userBack.ts'
import { type Members, meant, useDraft } from '../form/draft.ts'
import { isNeeded } from '../form/needed.ts'
import { bodyOf, type Schema } from '../form/schema.ts'
import { SchemaField } from '../form/schemaField.tsx'
import type { Surrounding } from '../form/surrounding.ts'
import { Change } from '../parts/change.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { flawsIn, useErrorFocus } from '../parts/task.tsx'
import type { Platform } from '../session/session.ts'
import { money, times30 } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { type Accounts, AdPreview } from './adPreview.tsx'
import { accountOn } from './connectionCard.tsx'

const operations = {
  social: 'social/create_campaign',
  search: 'search/create_search_campaign',
  pro: 'pro/create_campaign',
} as const

/** Fields that the form does not show. */
const own = ['userId', 'dryRun', 'planHash']
/** Optional fields that most campaigns use. */
const usual = ['dailyBudget', 'endDate', 'locations', 'interests', 'languages', 'advertiser']

export function NewCampaignPage({
  userId,
  platform: given,
}: {
  readonly userId: string
  readonly platform: string
}) {
  const platform = platforms.find((each) => each === given) ?? 'social'
  const operation = operations[platform]
  const schema = useAsking(`schema ${operation}`, () => bodyOf(operation), [])
  const accounts = useRead('auth/get_connected_accounts_data', { userId })
  return (
    <Page
      title={`New campaign on ${nameOf(platform)}`}
      says="Fill in what is asked, look at the plan, then create it. Nothing is spent before."
      back={useUserBack(userId)}
      calls={[{ operation, body: { userId, dryRun: true } }]}
    >
      <Shown reading={schema}>
        {(schema) => (
          <CampaignForm userId={userId} platform={platform} schema={schema} accounts={accounts.results} />
        )}
      </Shown>
    </Page>
  )
}

type Operation = (typeof operations)[keyof typeof operations]

function CampaignForm({
  userId,
  platform,
  schema,
  accounts,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly schema: Schema
  readonly accounts: Accounts | undefined
}) {
  const operation = operations[platform]
  const currencyCode = accountOn(platform, accounts)?.currencyCode ?? ''
  const [draft, setDraft, forget] = useDraft(`draft ${operation} ${userId}`)
  const [asked, setAsked] = useState<{ readonly draft: Members; readonly time: number }>()
  const [error, setError] = useState<unknown>()
  const flaws = flawsIn(error, operation)
  const told = new Set<string>()
  // On a small screen, invalid fields are far above the plan.
  useErrorFocus(error)
  const around: Surrounding = {
    operation,
    userId,
    currencyCode,
    draft,
    errorOf: (path) => {
      told.add(path)
      return flaws.get(path) ?? ''
    },
    below: (path, value) => {
      const [, number] = /^ads\[(\d+)\]$/.exec(path) ?? []
      return (
        number !== undefined && (
          // The entries of `ads` are objects.
          <AdPreview
            platform={platform}
            number={Number(number) + 1}
            ad={value as Members}
            draft={draft}
            accounts={accounts}
          />
        )
      )
    },
  }
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !own.includes(name))
  const isUpFront = (name: string) =>
    schema.required?.includes(name) || usual.includes(name) || isNeeded(operation, name, draft)
  const show = ([name, member]: [string, Schema]) => (
    <SchemaField
      key={name}
      path={name}
      schema={member}
      value={draft[name]}
      required={schema.required?.includes(name) === true}
      around={around}
      change={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  const further = members.filter(([name]) => !isUpFront(name))
  const dailyBudget = asked?.draft['dailyBudget']
  const budget = typeof dailyBudget === 'string' ? dailyBudget : ''
  // The service validates the body. The form only collects it.
  const body = {
    userId,
    ...(meant(asked?.draft, schema) as object | undefined),
  } as unknown as Body<Operation>
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
          setAsked({ draft, time: (asked?.time ?? 0) + 1 })
        }}
      >
        {members.filter(([name]) => isUpFront(name)).map(show)}
        <details class="stack" open={further.some(([name]) => flawsBelow(name, flaws))}>
          <summary>Further settings</summary>
          <div class="form">{further.map(show)}</div>
        </details>
        <div class="actions">
          <button type="submit">Check it and show the plan</button>
        </div>
      </form>
      <section class="stack beside" aria-label="The plan" aria-live="polite">
        {asked === undefined ? (
          <p class="note">The plan will stand here: what is created, step by step, and what it may spend.</p>
        ) : (
          <div class="card stack">
            <h2>The plan</h2>
            {draft !== asked.draft && (
              <p class="note warn">
                The form has changed since. This is the plan of before; check it again to see the new one.
              </p>
            )}
            {/^\d+(\.\d+)?$/.test(budget) && currencyCode !== '' && (
              <p>
                <strong>{`${money(budget, currencyCode)} a day, ${money(times30(budget), currencyCode)} in 30 days`}</strong>
              </p>
            )}
            <Change
              key={asked.time}
              operation={operation}
              body={body}
              verb="Create the campaign"
              failed={setError}
              isTold={(field) => told.has(field)}
              done={({ operationId }) => {
                forget()
                go(to(`operations/${operationId}`))
              }}
            />
          </div>
        )}
      </section>
    </div>
  )
}

function flawsBelow(name: string, flaws: ReadonlyMap<string, string>): boolean {
  return [...flaws.keys()].some(
    (path) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  )
}
