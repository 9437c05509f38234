// Leads of a user, newest first. The person behind a lead is shown only when someone opens it.

import type { Results } from '@adrail/client'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { ask, to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { useUserBack } from '../calls/userBack.ts'
import { errorText } from '../form/errorText.ts'
import { campaigns, forms, users } from '../form/nameLookups.ts'
import { Badge } from '../parts/badge.tsx'
import { asked, type Filter, Filters, given } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { moment } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'

type Leads = Results<'lead/list_leads'>
type Lead = Leads['leads'][number]

/** Shows the leads of the user in the URL, or of the newest user with a linked account. */
export function LeadsPage({ userId = '' }: { readonly userId?: string }) {
  if (userId !== '') return <UserLeads userId={userId} />
  const chosen = asked('userId')
  return chosen === '' ? <NewestUserLeads /> : <LeadsOf userId={chosen} filters={[userFilter]} />
}

const says = 'Newest first. Open one to see who sent it.'

const userFilter: Filter = {
  name: 'userId',
  label: 'User',
  lookup: users,
  required: true,
  clears: ['formId', 'campaignId'],
}

function UserLeads({ userId }: { readonly userId: string }) {
  return <LeadsOf userId={userId} filters={[]} back={useUserBack(userId)} />
}

function NewestUserLeads() {
  const reading = useRead('user/list_users', {})
  const linked = reading.results?.users.find(({ connections }) => connections.length > 0)?.userId ?? ''
  useEffect(() => {
    if (linked !== '') ask({ userId: linked })
  }, [linked])
  return (
    <Page title="Leads" says={says} calls={reading.calls}>
      <Filters filters={[userFilter]} />
      <Shown reading={reading}>
        {() =>
          linked === '' && (
            <Empty title="No leads yet">
              <p>Leads appear after a user has linked an account and someone has sent a lead form.</p>
            </Empty>
          )
        }
      </Shown>
    </Page>
  )
}

function LeadsOf({
  userId,
  filters: more,
  back,
}: {
  readonly userId: string
  readonly filters: readonly Filter[]
  readonly back?: ReturnType<typeof useUserBack>
}) {
  const platform = platforms.find((each) => each === asked('platform'))
  const at = asked('at')
  const reading = useRead('lead/list_leads', {
    userId,
    newestFirst: true,
    ...(platform ? { platform } : {}),
    ...given({ formId: asked('formId'), campaignId: asked('campaignId'), pagination: at }),
  })
  const seen = useRead('campaign/list_campaigns', { userId })
  const filters: readonly Filter[] = [
    ...more,
    {
      name: 'platform',
      label: 'Platform',
      choices: platforms.map((platform) => [platform, nameOf(platform)]),
      clears: ['formId', 'campaignId'],
    },
    { name: 'formId', label: 'Form', lookup: forms(platform), userId },
    { name: 'campaignId', label: 'Campaign', lookup: campaigns(platform), userId },
  ]
  const isNarrowed = ['platform', 'formId', 'campaignId'].some((name) => asked(name) !== '')
  return (
    <Page title="Leads" says={says} calls={reading.calls} {...(back ? { back } : {})}>
      <Filters filters={filters} />
      <Shown reading={reading}>
        {({ leads, sources, pagination }) => (
          <>
            <Sources sources={sources} />
            {leads.length === 0 ? (
              <Empty title={isNarrowed ? 'No such leads' : 'No leads'}>
                <p>
                  {isNarrowed
                    ? 'No lead of this user matches the filters.'
                    : 'Campaigns with a lead form bring leads. adrail reads them automatically.'}
                </p>
              </Empty>
            ) : (
              <LeadTable userId={userId} leads={leads} campaigns={seen.results?.campaigns ?? []} />
            )}
            {at !== '' && (
              <p>
                <button type="button" class="plain small" onClick={() => ask({ at: '' })}>
                  To the newest leads
                </button>
              </p>
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** Reports platforms that could not be read, so that their missing leads are not mistaken for none. */
function Sources({ sources }: Pick<Leads, 'sources'>) {
  return (
    <>
      {platforms.map((platform) => {
        const { asOf = '', problem = '', error = '' } = sources[platform] ?? {}
        return (
          problem !== '' && (
            <p class="note warn" key={platform}>
              {`${nameOf(platform)} could not be read: ${errorText(error) || `${sentence(problem)}.`} `}
              {asOf === '' ? 'It never was so far.' : `The leads are those until ${moment(asOf)}.`}
            </p>
          )
        )
      })}
    </>
  )
}

function LeadTable({
  userId,
  leads,
  campaigns,
}: {
  readonly userId: string
  readonly leads: readonly Lead[]
  /** The campaigns that were read. The name of any other campaign is unknown. */
  readonly campaigns: Results<'campaign/list_campaigns'>['campaigns']
}) {
  const nameOfCampaign = (id: string) => campaigns.find(({ campaignId }) => campaignId === id)?.name
  return (
    <Table
      name="Leads"
      rows={leads}
      idOf={({ leadId }) => leadId}
      columns={[
        {
          label: 'Sent',
          cell: ({ submittedAt, isTest }) => (
            <span>
              <strong>{moment(submittedAt)}</strong> {isTest && <Badge word="Test" tone="plain" />}
            </span>
          ),
        },
        { label: 'Form', cell: formOf },
        { label: 'Platform', cell: ({ platform }) => nameOf(platform) },
        {
          label: 'Campaign',
          cell: ({ platform, campaignId }) =>
            campaignId === '' ? (
              ''
            ) : (
              <a href={to(`users/${userId}/${platform}/${campaignId}`)} title={campaignId}>
                {nameOfCampaign(campaignId) ?? `Campaign ${campaignId}`}
              </a>
            ),
        },
        {
          label: '',
          cell: (lead) =>
            lead.isErased ? (
              'Erased'
            ) : (
              <span class="actions">
                <ModalButton name="Open" title={lead.formName || 'Lead'} look="plain small">
                  <Answers lead={lead} />
                </ModalButton>
              </span>
            ),
        },
      ]}
    />
  )
}

/** Some platforms do not report the name of a form. */
function formOf({ formId, formName }: Lead): string {
  return formName || formId
}

function Answers({ lead }: { readonly lead: Lead }) {
  const { leadId, fields, consents } = lead
  return (
    <>
      <p class="muted">Personal data: use it for what it was given for.</p>
      <dl class="facts">
        <dt>Sent</dt>
        <dd>{`${moment(lead.submittedAt)} on ${nameOf(lead.platform)}`}</dd>
        <dt>Form</dt>
        <dd>{formOf(lead)}</dd>
        {fields.map(({ name, label, value }, index) => (
          <Fragment key={`${index} ${name}`}>
            <dt>{label || sentence(name)}</dt>
            <dd>{value || '–'}</dd>
          </Fragment>
        ))}
        {consents.map(({ id, accepted }) => (
          <Fragment key={id}>
            <dt>{`Consent ${id}`}</dt>
            <dd>{accepted ? 'Given' : 'Not given'}</dd>
          </Fragment>
        ))}
        <dt>Id</dt>
        <dd>
          <code>{leadId}</code>
        </dd>
      </dl>
    </>
  )
}
