// What people filled in on a user's lead forms. Who they are is shown only when somebody opens it.

import type { Results } from '@adrail/client'
import { Fragment } from 'preact'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { useUserBack } from '../calls/userBack.ts'
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

const filters: readonly Filter[] = [
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, nameOf(platform)]),
  },
  { name: 'formId', label: 'Form', placeholder: 'Id of the form' },
  { name: 'campaignId', label: 'Campaign', placeholder: 'Id of the campaign' },
]

export function LeadsPage({ userId }: { readonly userId: string }) {
  const platform = platforms.find((each) => each === asked('platform'))
  const reading = useRead('lead/list_leads', {
    userId,
    ...(platform ? { platform } : {}),
    ...given({ formId: asked('formId'), campaignId: asked('campaignId'), pagination: asked('at') }),
  })
  const campaigns = useRead('campaign/list_campaigns', { userId })
  return (
    <Page
      title="Leads"
      says="What people filled in, in the order of its arrival. Open one to see who it is."
      back={useUserBack(userId)}
      calls={reading.calls}
    >
      <Filters filters={filters} />
      <Shown reading={reading}>
        {({ leads, sources, pagination }) => (
          <>
            <Sources sources={sources} />
            {leads.length === 0 ? (
              <Empty title="No leads">
                <p>Campaigns with a lead form bring them. They are read here by themselves.</p>
              </Empty>
            ) : (
              <LeadTable userId={userId} leads={leads} campaigns={campaigns.results?.campaigns ?? []} />
            )}
            <Pager pagination={pagination} words={['Earlier', 'Later']} />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** A platform that could not be read is told, so that its leads are not taken for none. */
function Sources({ sources }: Pick<Leads, 'sources'>) {
  return (
    <>
      {platforms.map((platform) => {
        const { asOf = '', problem = '', error = '' } = sources[platform] ?? {}
        return (
          problem !== '' && (
            <p class="note warn" key={platform}>
              {`${nameOf(platform)} could not be read: ${error || `${sentence(problem)}.`} `}
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
  /** Those that were seen; where one is missing, its name is not known. */
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
                {nameOfCampaign(campaignId) ?? 'The campaign'}
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

/** Not every platform tells what a form is called. */
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
