// Commands with which an operator examines a deployment. Their code is loaded when a command runs.

import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { AdminError, currentTerminal, print, runtime } from '../admin/terminal.ts'

export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the configuration, database, secrets, platforms and linked accounts without changing anything',
    )
    .option('--json', 'print the report as a JSON document')
    .option('--accounts <number>', 'number of linked accounts to check', parseCount, 50)
    .option('--live-check <user>', "check every read operation on this user's accounts instead")
    .option('--with-writes', 'with --live-check: plan one paused campaign per platform')
    .option('--confirm <code>', 'with --with-writes: create, read back and delete the planned campaigns')
    .option('--site <url>', 'with --with-writes: URL that the ads link to')
    .option('--daily-budget <amount>', "with --with-writes: daily budget in each account's currency", '25')
    .option(
      '--service <url>',
      'with --with-writes: URL of the service; defaults to PUBLIC_URL, or to localhost with PORT',
    )
    .action(async ({ json = false, accounts, ...options }: DoctorOptions) => {
      if (options.liveCheck !== undefined)
        return await checkLive({ ...options, liveCheck: options.liveCheck, json })
      const [{ examine }, { exitCodes }, { formatReport }] = await Promise.all([
        import('./examine.ts'),
        import('./finding.ts'),
        import('./reportText.ts'),
      ])
      const report = await examine({ ...environmentOptions(), runtime, maxAccounts: accounts, progress })
      print(json ? JSON.stringify(report, null, 2) : formatReport(report))
      currentTerminal().exitCode = exitCodes[report.outcome]
    })

  program
    .command('drift')
    .description(
      "compare the shapes of the platforms' responses for one user with the shapes that this release expects",
    )
    .requiredOption('--user <id>', 'user whose linked accounts to read')
    .option('--json', 'print the report as a JSON document')
    .option('--output <file>', 'write the report to this file instead of standard output')
    .action(async ({ user, json = false, output }: { user: string; json?: boolean; output?: string }) => {
      const [{ findDrift }, { formatDrift }] = await Promise.all([
        import('./drift/drift.ts'),
        import('./drift/driftText.ts'),
      ])
      const report = await findDrift({ ...environmentOptions(), runtime, userId: user, progress })
      const text = json ? JSON.stringify(report, null, 2) : formatDrift(report)
      if (output === undefined) print(text)
      else writeFileSync(output, `${text}\n`)
      currentTerminal().exitCode = { same: 0, breaks: 1, differs: 2 }[report.outcome]
    })
}

interface DoctorOptions extends LiveCheckOptions {
  readonly json?: boolean
  readonly accounts: number
}

interface LiveCheckOptions {
  readonly liveCheck?: string
  readonly withWrites?: boolean
  readonly confirm?: string
  readonly site?: string
  readonly dailyBudget: string
  readonly service?: string
}

async function checkLive(options: LiveCheckOptions & { liveCheck: string; json: boolean }): Promise<void> {
  const {
    liveCheck: userId,
    withWrites = false,
    confirm = '',
    site = '',
    dailyBudget,
    service = '',
  } = options
  if (withWrites && !/^https:\/\/./.test(site))
    throw new AdminError('--with-writes requires --site with an https URL that the planned ads link to.')
  const [{ liveCheck }, { formatLiveCheck, formatPlan }] = await Promise.all([
    import('./liveCheck/liveCheck.ts'),
    import('./liveCheck/liveCheckText.ts'),
  ])
  const writes = { siteUrl: site, dailyBudget, serviceUrl: service, confirmedCode: confirm }
  const { report, planToConfirm } = await liveCheck({
    ...environmentOptions(),
    runtime,
    userId,
    progress,
    ...(withWrites ? { writes } : {}),
  })
  print(options.json ? JSON.stringify(report, null, 2) : formatLiveCheck(report))
  if (planToConfirm) currentTerminal().err(`${formatPlan(planToConfirm)}\n`)
  const hasFailedStep = (report.writes ?? []).some(({ steps }) =>
    steps.some(({ outcome }) => outcome !== 'ok'),
  )
  currentTerminal().exitCode = hasFailedStep ? 1 : { same: 0, breaks: 1, differs: 2 }[report.reads.outcome]
}

function environmentOptions() {
  const { environment } = currentTerminal()
  return environment === undefined ? {} : { environment }
}

/** Progress goes to standard error, so that the output on standard output can be piped. */
function progress(activity: string): void {
  currentTerminal().err(`… ${activity}\n`)
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Use a number from 0 to 999999.')
  return Number(text)
}
