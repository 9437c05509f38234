// Maps the paths of the console to pages.

import type { ComponentChildren } from 'preact'
import { matchPath, toHref } from '../address/address.ts'
import { Page } from '../parts/page.tsx'
import { findPlatform } from '../words/platforms.ts'
import { ApprovalsPage } from './approvals.tsx'
import { AuditPage } from './audit.tsx'
import { CampaignPage } from './campaign.tsx'
import { CampaignsPage } from './campaigns.tsx'
import { EndpointPage } from './endpoint.tsx'
import { EventsPage } from './events.tsx'
import { KeysPage } from './keys.tsx'
import { LeadsPage } from './leads.tsx'
import { NewCampaignPage } from './newCampaign.tsx'
import { OperationPage } from './operation.tsx'
import { OperationsPage } from './operations.tsx'
import { ReportsPage } from './reports.tsx'
import { SessionsPage } from './sessions.tsx'
import { SettingsPage } from './settings.tsx'
import { StartPage } from './start.tsx'
import { UserPage } from './user.tsx'
import { UsersPage } from './users.tsx'
import { WebhooksPage } from './webhooks.tsx'

type PathParameters = Readonly<Record<string, string>>

const getParameter = (parameters: PathParameters, name: string) => parameters[name] ?? ''

/** A page is undefined where a parameter names nothing. */
const routes: readonly (readonly [
  pattern: string,
  page: (parameters: PathParameters) => ComponentChildren,
])[] = [
  ['', () => <StartPage />],
  ['users', () => <UsersPage />],
  ['users/:userId', (parameters) => <UserPage userId={getParameter(parameters, 'userId')} />],
  ['users/:userId/leads', (parameters) => <LeadsPage userId={getParameter(parameters, 'userId')} />],
  [
    'users/:userId/:platform/new',
    (parameters) => {
      const platform = findPlatform(getParameter(parameters, 'platform'))
      return platform && <NewCampaignPage userId={getParameter(parameters, 'userId')} platform={platform} />
    },
  ],
  [
    'users/:userId/:platform/:campaignId',
    (parameters) => {
      const platform = findPlatform(getParameter(parameters, 'platform'))
      return (
        platform && (
          <CampaignPage
            userId={getParameter(parameters, 'userId')}
            platform={platform}
            campaignId={getParameter(parameters, 'campaignId')}
          />
        )
      )
    },
  ],
  ['campaigns', () => <CampaignsPage />],
  ['leads', () => <LeadsPage />],
  ['reports', () => <ReportsPage />],
  ['operations', () => <OperationsPage />],
  [
    'operations/:operationId',
    (parameters) => <OperationPage operationId={getParameter(parameters, 'operationId')} />,
  ],
  ['approvals', () => <ApprovalsPage />],
  ['events', () => <EventsPage />],
  ['webhooks', () => <WebhooksPage />],
  [
    'webhooks/:endpointId',
    (parameters) => <EndpointPage endpointId={getParameter(parameters, 'endpointId')} />,
  ],
  ['keys', () => <KeysPage />],
  ['sessions', () => <SessionsPage />],
  ['audit', () => <AuditPage />],
  ['settings', () => <SettingsPage />],
]

export function renderPage(path: string): ComponentChildren {
  for (const [pattern, render] of routes) {
    const parameters = matchPath(pattern, path)
    const page = parameters && render(parameters)
    if (page) return <div key={path}>{page}</div>
  }
  return (
    <Page title="Page not found" description="The console has no page at this URL.">
      <p>
        <a href={toHref('')}>Go to the start page</a>
      </p>
    </Page>
  )
}
