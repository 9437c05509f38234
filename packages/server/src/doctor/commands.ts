// Commands with which an operator examines a deployment. Their code is loaded when a command runs.

import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { AdminError, currentTerminal, print, runtime } from '../admin/terminal.ts'

export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, database, secrets, platforms and linked accounts; changes nothing')
    .option('--json', 'print one JSON document')
    .option('--accounts <number>', 'number of linked accounts to read', parseCount, 50)
    .option('--live-check <user>', 'check every read on the accounts of this user instead')
    .option('--with-writes', 'with --live-check: plan one paused campaign per platform')
    .option('--confirm <code>', 'with --with-writes: create, read back and delete the planned campaigns')
    .option('--site <url>', 'with --with-writes: URL that the ads open')
    .option('--daily-budget <amount>', 'with --with-writes: amount in the currency of each account', '25')
    .option('--service <url>', 'with --with-writes: URL of the service; defaults to PUBLIC_URL or PORT')
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
    .requiredOption('--user <id>', 'user whose linked accounts the command reads')
    .option('--json', 'print one JSON document')
    .option('--output <file>', 'write the report to this file instead')
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
    throw new AdminError('--with-writes needs --site with an https URL, which the ads of the plan open.')
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
