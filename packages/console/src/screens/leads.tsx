// What people filled in on a user's lead forms. Who they are is shown only when somebody opens it.

import type { Results } from '@adrail/client'
import { Fragment } from 'preact'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
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
  { name: 'formId', label: 'Form', placeholder: 'Its id' },
  { name: 'campaignId', label: 'Campaign', placeholder: 'Its id' },
]

export function LeadsPage({ userId }: { readonly userId: string }) {
  const platform = platforms.find((each) => each === asked('platform'))
  const reading = useRead('lead/list_leads', {
    userId,
    ...(platform ? { platform } : {}),
    ...given({ formId: asked('formId'), campaignId: asked('campaignId'), pagination: asked('at') }),
  })
  const profile = useRead('user/get_profile', { userId })
  return (
    <Page
      title="Leads"
      says="What people filled in, in the order of its arrival. Open one to see who it is."
      back={{ href: to(`users/${userId}`), text: profile.results?.user.name ?? 'The user' }}
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
              <LeadTable userId={userId} leads={leads} />
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
        const { asOf = '', problem = '' } = sources[platform] ?? {}
        return (
          problem !== '' && (
            <p class="note warn" key={platform}>
              {`${nameOf(platform)} could not be read: ${sentence(problem)}. `}
              {asOf === '' ? 'It never was so far.' : `The leads are those until ${moment(asOf)}.`}
            </p>
          )
        )
      })}
    </>
  )
}

function LeadTable({ userId, leads }: { readonly userId: string; readonly leads: readonly Lead[] }) {
  return (
    <Table
      name="Leads"
      rows={leads}
      idOf={({ leadId }) => leadId}
      columns={[
        {
          label: 'Form',
          cell: ({ formId, formName, isTest }) => (
            <span>
              <strong>{formName || formId}</strong> {isTest && <Badge word="Test" tone="plain" />}
            </span>
          ),
        },
        { label: 'Platform', cell: ({ platform }) => nameOf(platform) },
        {
          label: 'Campaign',
          cell: ({ platform, campaignId }) =>
            campaignId === '' ? (
              ''
            ) : (
              <a href={to(`users/${userId}/${platform}/${campaignId}`)}>{campaignId}</a>
            ),
        },
        { label: 'Sent', figure: true, cell: ({ submittedAt }) => moment(submittedAt) },
        {
          label: '',
          cell: (lead) =>
            lead.isErased ? (
              'Erased'
            ) : (
              <ModalButton name="Open" title={lead.formName || 'Lead'} look="plain small">
                <Answers lead={lead} />
              </ModalButton>
            ),
        },
      ]}
    />
  )
}

function Answers({ lead: { leadId, fields, consents } }: { readonly lead: Lead }) {
  return (
    <>
      <p class="muted">Personal data: use it for what it was given for. {leadId}</p>
      <dl class="facts">
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
      </dl>
    </>
  )
}
