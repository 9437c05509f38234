// Maps the paths of the console to pages.

import type { ComponentChildren } from 'preact'
import { match, to } from '../address/address.ts'
import { Page } from '../parts/page.tsx'
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

type Parts = Readonly<Record<string, string>>

const part = (parts: Parts, name: string) => parts[name] ?? ''

const pages: readonly (readonly [pattern: string, page: (parts: Parts) => ComponentChildren])[] = [
  ['', () => <StartPage />],
  ['users', () => <UsersPage />],
  ['users/:userId', (parts) => <UserPage userId={part(parts, 'userId')} />],
  ['users/:userId/leads', (parts) => <LeadsPage userId={part(parts, 'userId')} />],
  [
    'users/:userId/:platform/new',
    (parts) => <NewCampaignPage userId={part(parts, 'userId')} platform={part(parts, 'platform')} />,
  ],
  [
    'users/:userId/:platform/:campaignId',
    (parts) => (
      <CampaignPage
        userId={part(parts, 'userId')}
        platform={part(parts, 'platform')}
        campaignId={part(parts, 'campaignId')}
      />
    ),
  ],
  ['campaigns', () => <CampaignsPage />],
  ['leads', () => <LeadsPage />],
  ['reports', () => <ReportsPage />],
  ['operations', () => <OperationsPage />],
  ['operations/:operationId', (parts) => <OperationPage operationId={part(parts, 'operationId')} />],
  ['approvals', () => <ApprovalsPage />],
  ['events', () => <EventsPage />],
  ['webhooks', () => <WebhooksPage />],
  ['webhooks/:endpointId', (parts) => <EndpointPage endpointId={part(parts, 'endpointId')} />],
  ['keys', () => <KeysPage />],
  ['sessions', () => <SessionsPage />],
  ['audit', () => <AuditPage />],
  ['settings', () => <SettingsPage />],
]

export function pageAt(path: string): ComponentChildren {
  for (const [pattern, page] of pages) {
    const parts = match(pattern, path)
    if (parts) return <div key={path}>{page(parts)}</div>
  }
  return (
    <Page title="No such page" says="The address leads nowhere in the console.">
      <p>
        <a href={to('')}>To the start</a>
      </p>
    </Page>
  )
}
