// The index of the documentation by reader. docs/README.md, the README and the navigation of the served pages
// derive from it.

import { groupNames, groups, platformFacts, platforms } from '@adrail/contract'

export interface DocsPage {
  /** The file in `docs/`, without `.md`. */
  readonly path: string
  /** Equals the heading of the page. */
  readonly title: string
  readonly description: string
  readonly children?: readonly Omit<DocsPage, 'children'>[]
}

export interface DocsSection {
  readonly title: string
  readonly description: string
  readonly pages: readonly DocsPage[]
}

export const docsSections: readonly DocsSection[] = [
  {
    title: 'Start',
    description: 'You are new to adrail.',
    pages: [
      {
        path: 'why-adrail',
        title: 'Why adrail',
        description: 'For whom adrail is, for whom it is not, and how it compares with other approaches',
      },
      {
        path: 'quickstart',
        title: 'Quickstart',
        description: 'Start adrail, read campaigns, change a budget, lose a response, in five minutes',
      },
      {
        path: 'concepts',
        title: 'Concepts',
        description: 'Users, connections, operations, plans, writes and events, in diagrams',
      },
      {
        path: 'tutorial',
        title: 'Tutorial: a web app',
        description: 'Let a customer connect an account and create a campaign, in 15 minutes',
      },
    ],
  },
  {
    title: 'Build',
    description: 'You write software that calls adrail.',
    pages: [
      {
        path: 'linking',
        title: 'Connect accounts',
        description: 'How your users connect their ad accounts, in your brand',
      },
      {
        path: 'create-campaigns',
        title: 'Create campaigns',
        description: 'Campaigns on Meta, Google Ads and LinkedIn, from look-ups to the first impression',
      },
      {
        path: 'media',
        title: 'Images',
        description: 'Images for ads, from files that you upload or from public URLs',
      },
      {
        path: 'change-and-undo',
        title: 'Change and undo',
        description: 'Budgets, status, a pause of all campaigns, and the way back',
      },
      {
        path: 'limits-and-approvals',
        title: 'Limits and approvals',
        description: 'Cap spend, freeze all increases, and require the approval of a second person',
      },
      {
        path: 'writes',
        title: 'Safe writes',
        description: 'Idempotency, retries, every response and state of a write, and recovery from failures',
      },
      {
        path: 'reports',
        title: 'Reports',
        description: 'Spend and results of all platforms in one table',
      },
      { path: 'leads', title: 'Leads', description: 'Leads of all platforms in one format, each one once' },
      { path: 'events', title: 'Events', description: 'What happened in a workspace, without gaps' },
      { path: 'webhooks', title: 'Webhooks', description: 'Signed events at your own endpoint' },
      {
        path: 'mcp',
        title: 'Agents: MCP',
        description: 'Safe access to ads for AI agents, with a plan before every write',
      },
      {
        path: 'client',
        title: 'The typed client',
        description: 'A method for each operation, in TypeScript',
        children: [
          {
            path: 'client/link-a-user',
            title: "Link a user's ad account",
            description: 'Create a link and find out what happened to it',
          },
          {
            path: 'client/create-a-campaign',
            title: 'Create a campaign safely',
            description: 'Dry run, creation, and a write that takes long',
          },
          {
            path: 'client/read-results',
            title: 'Read results',
            description: 'Reports of all accounts, and of one campaign',
          },
          {
            path: 'client/handle-relinking',
            title: 'Handle accounts that must be linked again',
            description: 'Find expired connections, and ask the user to connect again',
          },
        ],
      },
      { path: 'console', title: 'The console', description: 'The web pages for your team' },
      {
        path: 'testing',
        title: 'Test your software with adrail',
        description: 'adrail and its sandbox inside vitest, jest or pytest',
      },
      {
        path: 'sandbox',
        title: 'The sandbox',
        description: 'The emulated platforms, their clock, their faults and their limits',
      },
      {
        path: 'troubleshooting',
        title: 'Troubleshooting',
        description: 'Symptoms, their causes, and the fix of each',
      },
      { path: 'faq', title: 'Questions and answers', description: 'Short answers to frequent questions' },
    ],
  },
  {
    title: 'Operate',
    description: 'You run adrail for others.',
    pages: [
      {
        path: 'requirements',
        title: 'Requirements',
        description: 'Machine, database, network and accounts on the platforms',
      },
      {
        path: 'deploying',
        title: 'Deploying adrail',
        description: 'Containers, systemd, proxies, backup and restore',
      },
      ...platforms.map((platform) => ({
        path: `going-live/${platform}`,
        title: platformFacts[platform].guideTitle,
        description: 'From an app id to the first account of someone else',
      })),
      {
        path: 'going-live/first-day',
        title: 'Going live: the first day',
        description: 'What to check, and in which order',
        children: [
          {
            path: 'going-live/recordings',
            title: 'What recordings of the live platforms show',
            description: 'Differences between documentation and live responses',
          },
        ],
      },
      {
        path: 'running',
        title: 'Running adrail',
        description: 'Workspaces, keys, databases, roles, health and shutdown',
      },
      {
        path: 'upgrading',
        title: 'Upgrading adrail',
        description: 'Releases, downgrades and encryption keys',
      },
      { path: 'scaling', title: 'Scaling', description: 'Several processes, the database, and sizes' },
      { path: 'alerts', title: 'Alerts', description: 'Each alert with its causes and its fix' },
      { path: 'tracing', title: 'Tracing', description: 'OpenTelemetry spans' },
      {
        path: 'doctor',
        title: 'The doctor',
        description: 'Checks of a deployment and of the live platforms, by one command',
      },
      {
        path: 'security',
        title: 'Security',
        description: 'Threats, findings of an attack, and OWASP ASVS',
        children: [
          {
            path: 'asvs',
            title: 'OWASP ASVS 5.0, level 2, requirement by requirement',
            description: 'Each requirement with its evidence',
          },
        ],
      },
      {
        path: 'reliability',
        title: 'Reliability',
        description: 'Each promise, the command that proves it, and its last result',
      },
      { path: 'performance', title: 'Performance', description: 'What to expect from one process' },
    ],
  },
  {
    title: 'Reference',
    description: 'You look something up.',
    pages: [
      {
        path: 'operations',
        title: 'Operations',
        description: 'The conventions of the API, and every operation',
        children: groupNames.map((group) => ({
          path: `operations/${group}`,
          title: groups[group].title,
          description: `The operations of \`${group}\``,
        })),
      },
      { path: 'errors', title: 'Errors', description: 'Every error code, with who acts' },
      { path: 'configuration', title: 'Configuration', description: 'Every environment variable' },
      { path: 'metrics', title: 'Metrics', description: 'Every metric' },
      { path: 'logs', title: 'Logs', description: 'Every log event' },
      {
        path: 'cli',
        title: 'The command line',
        description: 'Every operation from a shell, with a plan before every write',
      },
      {
        path: 'versioning',
        title: 'Versions and names',
        description: 'Changes that can come at any time, aliases, deprecation',
      },
    ],
  },
  {
    title: 'Understand',
    description: 'You want to know how adrail works, or to change adrail.',
    pages: [
      {
        path: 'architecture',
        title: 'Architecture',
        description: 'Packages, modules, and the life of a request and of a write',
      },
      {
        path: 'decisions/README',
        title: 'Decisions',
        description: 'Why adrail is built as it is',
      },
      { path: 'glossary', title: 'Glossary of the code', description: 'The names in the code' },
      {
        path: 'coverage',
        title: 'Coverage',
        description: 'What adrail can do on each platform, and what is missing',
      },
      { path: 'roadmap', title: 'Roadmap', description: 'What comes next, and what will not come' },
    ],
  },
]

/** Every page of the index, with the children after their parent. */
export const docsPages: readonly DocsPage[] = docsSections.flatMap(({ pages }) =>
  pages.flatMap((page) => [page, ...(page.children ?? [])]),
)
