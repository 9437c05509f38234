// Leads of a user, newest first. The person behind a lead is shown only when someone opens it.

import type { Results } from '@adrail/client'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { toHref, updateQuery } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { useUserBackLink } from '../calls/userBackLink.ts'
import { formatError } from '../form/errorText.ts'
import { createCampaignLookup, createLeadFormLookup, userLookup } from '../form/nameLookups.ts'
import { Badge } from '../parts/badge.tsx'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { formatTimestamp } from '../words/formats.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { formatCode } from '../words/statuses.ts'

type Leads = Results<'lead/list_leads'>
type Lead = Leads['leads'][number]

/** Shows the leads of the user in the URL, or of the newest user with a linked account. */
export function LeadsPage({ userId = '' }: { readonly userId?: string }) {
  if (userId !== '') return <UserLeads userId={userId} />
  const selectedUserId = readQueryParameter('userId')
  return selectedUserId === '' ? (
    <NewestUserLeads />
  ) : (
    <LeadList userId={selectedUserId} filters={[userFilter]} />
  )
}

const pageDescription = 'Newest leads first. Open a lead to see who sent the form.'

const userFilter: Filter = {
  name: 'userId',
  label: 'User',
  lookup: userLookup,
  required: true,
  clears: ['formId', 'campaignId'],
}

function UserLeads({ userId }: { readonly userId: string }) {
  return <LeadList userId={userId} filters={[]} back={useUserBackLink(userId)} />
}

function NewestUserLeads() {
  const readState = useRead('user/list_users', {})
  const linkedUserId =
    readState.results?.users.find(({ connections }) => connections.length > 0)?.userId ?? ''
  useEffect(() => {
    if (linkedUserId !== '') updateQuery({ userId: linkedUserId })
  }, [linkedUserId])
  return (
    <Page title="Leads" description={pageDescription} calls={readState.calls}>
      <Filters filters={[userFilter]} />
      <ReadView readState={readState}>
        {() =>
          linkedUserId === '' && (
            <Empty title="No leads yet">
              <p>Leads appear after a user links an account and someone sends a lead form.</p>
            </Empty>
          )
        }
      </ReadView>
    </Page>
  )
}

function LeadList({
  userId,
  filters: extraFilters,
  back,
}: {
  readonly userId: string
  readonly filters: readonly Filter[]
  readonly back?: ReturnType<typeof useUserBackLink>
}) {
  const platform = platforms.find((each) => each === readQueryParameter('platform'))
  const cursor = readQueryParameter('at')
  const readState = useRead('lead/list_leads', {
    userId,
    newestFirst: true,
    ...(platform ? { platform } : {}),
    ...omitEmpty({
      formId: readQueryParameter('formId'),
      campaignId: readQueryParameter('campaignId'),
      pagination: cursor,
    }),
  })
  const campaignReadState = useRead('campaign/list_campaigns', { userId })
  const filters: readonly Filter[] = [
    ...extraFilters,
    {
      name: 'platform',
      label: 'Platform',
      choices: platforms.map((platform) => [platform, formatPlatform(platform)]),
      clears: ['formId', 'campaignId'],
    },
    { name: 'formId', label: 'Form', lookup: createLeadFormLookup(platform), userId },
    { name: 'campaignId', label: 'Campaign', lookup: createCampaignLookup(platform), userId },
  ]
  const isFiltered = ['platform', 'formId', 'campaignId'].some((name) => readQueryParameter(name) !== '')
  return (
    <Page title="Leads" description={pageDescription} calls={readState.calls} {...(back ? { back } : {})}>
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ leads, sources, pagination }) => (
          <>
            <LeadSourceProblems sources={sources} />
            {leads.length === 0 ? (
              <Empty title={isFiltered ? 'No such leads' : 'No leads yet'}>
                <p>
                  {isFiltered
                    ? "None of this user's leads match the filters."
                    : 'Leads appear when someone sends the lead form of a campaign.'}
                </p>
              </Empty>
            ) : (
              <LeadTable
                userId={userId}
                leads={leads}
                campaigns={campaignReadState.results?.campaigns ?? []}
              />
            )}
            {cursor !== '' && (
              <p>
                <button type="button" class="plain small" onClick={() => updateQuery({ at: '' })}>
                  Show the newest leads
                </button>
              </p>
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

/** Reports platforms that could not be read, so that their missing leads are not mistaken for none. */
function LeadSourceProblems({ sources }: Pick<Leads, 'sources'>) {
  return (
    <>
      {platforms.map((platform) => {
        const { asOf = '', problem = '', error = '' } = sources[platform] ?? {}
        return (
          problem !== '' && (
            <p class="note warn" key={platform}>
              {`adrail could not read leads from ${formatPlatform(platform)}: ${formatError(error) || `${formatCode(problem)}.`} `}
              {asOf === ''
                ? 'adrail has not read any leads from this platform yet.'
                : `The list contains leads that adrail read until ${formatTimestamp(asOf)}.`}
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
  const findCampaignName = (id: string) => campaigns.find(({ campaignId }) => campaignId === id)?.name
  return (
    <Table
      name="Leads"
      rows={leads}
      getId={({ leadId }) => leadId}
      columns={[
        {
          label: 'Sent',
          cell: ({ submittedAt, isTest }) => (
            <span>
              <strong>{formatTimestamp(submittedAt)}</strong> {isTest && <Badge label="Test" tone="plain" />}
            </span>
          ),
        },
        { label: 'Form', cell: formatFormName },
        { label: 'Platform', cell: ({ platform }) => formatPlatform(platform) },
        {
          label: 'Campaign',
          cell: ({ platform, campaignId }) =>
            campaignId === '' ? (
              ''
            ) : (
              <a href={toHref(`users/${userId}/${platform}/${campaignId}`)} title={campaignId}>
                {findCampaignName(campaignId) ?? `Campaign ${campaignId}`}
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
                <ModalButton name="Open" title={lead.formName || 'Lead'} variant="plain small">
                  <LeadAnswers lead={lead} />
                </ModalButton>
              </span>
            ),
        },
      ]}
    />
  )
}

/** Some platforms do not report the name of a form. */
function formatFormName({ formId, formName }: Lead): string {
  return formName || formId
}

function LeadAnswers({ lead }: { readonly lead: Lead }) {
  const { leadId, fields, consents } = lead
  return (
    <>
      <p class="muted">
        This lead contains personal data. Use the data only for the purpose that the form states.
      </p>
      <dl class="facts">
        <dt>Sent</dt>
        <dd>{`${formatTimestamp(lead.submittedAt)} on ${formatPlatform(lead.platform)}`}</dd>
        <dt>Form</dt>
        <dd>{formatFormName(lead)}</dd>
        {fields.map(({ name, label, value }, index) => (
          <Fragment key={`${index} ${name}`}>
            <dt>{label || formatCode(name)}</dt>
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
