// These rules restrict imports between packages, between layers inside the packages, and between operations.
// `npm run check` rejects import cycles.

import { operationNames } from '@adrail/contract'
import type { Source } from './readSource.ts'
import { forbidImports, getPackageName, isModule, isProduction, type Rule, sandbox, server } from './rule.ts'
import { entryPoints } from './sources.ts'

/** The layers from top to bottom. Each line lists the modules (folders or files) of one layer. */
type Layers = readonly (readonly string[])[]

/** The workspace packages that each package may import. The rule covers the tests of the package too. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  cli: ['@adrail/client', '@adrail/contract'],
  client: [],
  console: ['@adrail/client'],
  contract: [],
  sandbox: [],
  server: ['@adrail/contract', '@adrail/sandbox'],
  testing: ['@adrail/sandbox', '@adrail/server'],
}

/**
 * Modules of one layer do not import each other. Shared code belongs in a lower layer, and code that combines
 * modules in a higher one.
 */
export const layers: Readonly<Record<string, Layers>> = {
  [server]: [
    ['main.ts', 'admin.ts'],
    ['commandLine.ts'],
    ['doctor'],
    ['process'],
    ['demo'],
    ['app.ts'],
    ['composition'],
    ['assembly.ts', 'background.ts'],
    ['sandboxed'],
    ['approve'],
    ['connect', 'console', 'hooks', 'admin', 'operations', 'mcp'],
    ['http'],
    ['pipeline'],
    ['config'],
    ['workspace'],
    ['admission', 'journal', 'webhooks', 'reporting', 'leads', 'media', 'mirror'],
    ['linking'],
    ['platforms'],
    ['audit', 'variables'],
    ['events'],
    ['store'],
    ['observability'],
    ['concurrency', 'encryption', 'money'],
    ['runtime'],
  ],
  [`${server}/journal`]: [
    ['runner.ts'],
    ['journal.ts'],
    ['batch', 'resolveWrite.ts', 'journalMetrics.ts'],
    ['planEntry.ts'],
    ['writeOutcome.ts'],
    ['approval', 'execution', 'undo.ts'],
    ['claim.ts', 'planning.ts', 'undoPlans.ts', 'lateCheck.ts'],
    ['overtake.ts'],
    ['attention.ts', 'lease.ts'],
    ['persist.ts', 'fingerprint.ts'],
    ['journalDeps.ts'],
    ['write.ts', 'markers.ts', 'lossMonitor.ts'],
    ['step.ts', 'restoreValue.ts'],
    ['plan.ts'],
    ['spend', 'authority.ts', 'refusal.ts', 'pruneJournal.ts'],
  ],
  [`${server}/platforms`]: [
    ['connectors.ts', 'versionWatch.ts'],
    ['index.ts'],
    ['social', 'search', 'pro'],
    ['connector-kit'],
  ],
  [sandbox]: [
    ['main.ts'],
    ['index.ts'],
    ['admin', 'seed.ts'],
    ['platforms'],
    ['oauth', 'variation'],
    ['delivery', 'media'],
    ['core'],
  ],
  [`${sandbox}/platforms`]: [
    ['index.ts', 'tokenTexts.ts'],
    ['social', 'search', 'pro'],
    ['platformDefinition.ts'],
  ],
}

export const importRules: readonly Rule[] = [
  {
    description: 'a package imports of ours only what the table of packages allows',
    violations: forbidImports(
      ({ path }, { from }) =>
        getPackageName(path) !== '' &&
        isModule(from, ['@adrail']) &&
        !isModule(from, packages[getPackageName(path)] ?? []),
    ),
    violating: [
      { 'packages/contract/src/values.ts': "import { startSandbox } from '@adrail/sandbox'" },
      { 'packages/sandbox/test/docs.test.ts': "export { errors } from '@adrail/contract'" },
      { 'packages/unheardOf/src/index.ts': "import type { Operation } from '@adrail/contract'" },
    ],
    conforming: [{ 'test/stories.test.ts': "import { errors } from '@adrail/contract'" }],
  },
  {
    description: 'another package is entered through the doors that it exports',
    violations: forbidImports(({ path }, { from, file }) =>
      file === undefined
        ? isModule(from, ['@adrail']) && !entryPoints.has(from)
        : getPackageName(file) !== '' && getPackageName(file) !== getPackageName(path),
    ),
    violating: [
      { 'test/stories.test.ts': "import { openApp } from '../packages/server/src/app.ts'" },
      { [`${server}/app.ts`]: "import { state } from '@adrail/sandbox/src/state.ts'" },
      { [`${server}/app.ts`]: "type State = import('../../sandbox/src/state.ts').State" },
    ],
    conforming: [{ [`${server}/http/server.ts`]: "import { invoke } from '../pipeline/invoke.ts'" }],
  },
  {
    description: 'the server knows the sandbox in one place, and loads it where it is embedded only',
    violations: forbidImports(
      ({ path }, { from, isEager }) =>
        isProduction(path) &&
        path.startsWith(`${server}/`) &&
        isModule(from, ['@adrail/sandbox']) &&
        (!path.startsWith(`${server}/sandboxed/`) || (from === '@adrail/sandbox' && isEager)),
    ),
    violating: [
      {
        [`${server}/sandboxed/embeddedSandbox.ts`]:
          "import { type Sandbox, startSandbox } from '@adrail/sandbox'",
      },
      { [`${server}/sandboxed/embeddedSandbox.ts`]: "export { startSandbox } from '@adrail/sandbox'" },
      { [`${server}/app.ts`]: "import type { Sandbox } from '@adrail/sandbox'" },
      { [`${server}/demo/demo.ts`]: "import type { Sandbox } from '@adrail/sandbox'" },
      { [`${server}/demo/demo.ts`]: "const sandbox = await import('@adrail/sandbox')" },
    ],
    conforming: [
      { [`${server}/sandboxed/embeddedSandbox.ts`]: "import type { Sandbox } from '@adrail/sandbox'" },
      {
        [`${server}/sandboxed/embeddedSandbox.ts`]:
          "const { startSandbox } = await import('@adrail/sandbox')",
      },
      { [`${server}/demo/demo.test.ts`]: "import { startSandbox } from '@adrail/sandbox'" },
    ],
  },
  {
    description: 'in the server an import points down the table of layers',
    violations: forbidUpwardImports(server, layers[server] ?? []),
    violating: [
      { [`${server}/pipeline/invoke.ts`]: "import { handlers } from '../operations/index.ts'" },
      { [`${server}/journal/claim.ts`]: "import type { Caller } from '../admission/authenticate.ts'" },
      { [`${server}/runtime/errors.ts`]: "import { log } from '../app.ts'" },
      { [`${server}/leftovers/file.ts`]: '' },
    ],
    conforming: [
      {
        [`${server}/operations/user/create_user.ts`]:
          "import type { Handler } from '../../pipeline/handler.ts'",
      },
      { [`${server}/store/users.ts`]: "import { tables } from './tables.ts'" },
      { [`${server}/store/users.test.ts`]: "import { openApp } from '../app.ts'" },
    ],
  },
  {
    description: 'in the journal an import points down the table of layers',
    violations: forbidUpwardImports(`${server}/journal`, layers[`${server}/journal`] ?? []),
    violating: [
      { [`${server}/journal/spend/spendGuard.ts`]: "import type { Plan } from '../plan.ts'" },
      { [`${server}/journal/lease.ts`]: "import { claim } from './claim.ts'" },
      { [`${server}/journal/unheardOf.ts`]: '' },
    ],
    conforming: [{ [`${server}/journal/claim.ts`]: "import { leaseMs } from './lease.ts'" }],
  },
  {
    description: 'no platform knows another one, and the connector kit knows none',
    violations: forbidUpwardImports(`${server}/platforms`, layers[`${server}/platforms`] ?? []),
    violating: [
      { [`${server}/platforms/social/connector.ts`]: "import { sign } from '../search/oauth.ts'" },
      { [`${server}/platforms/connector-kit/calls.ts`]: "import { restliQuery } from '../pro/restli.ts'" },
    ],
    conforming: [
      { [`${server}/platforms/pro/connector.ts`]: "import { send } from '../connector-kit/upstream.ts'" },
    ],
  },
  {
    description: 'in the sandbox an import points down the table of layers',
    violations: forbidUpwardImports(sandbox, layers[sandbox] ?? []),
    violating: [
      { [`${sandbox}/core/state.ts`]: "import type { SocialState } from '../platforms/social/state.ts'" },
    ],
    conforming: [{ [`${sandbox}/main.ts`]: "import { startSandbox } from './index.ts'" }],
  },
  {
    description: 'no platform of the sandbox knows another one',
    violations: forbidUpwardImports(`${sandbox}/platforms`, layers[`${sandbox}/platforms`] ?? []),
    violating: [{ [`${sandbox}/platforms/pro/index.ts`]: "import { decode } from '../search/decode.ts'" }],
  },
  {
    description: 'operations never import each other',
    violations: forbidImports(({ path }, { file = '' }) => {
      const other = findOperation(file)
      return (
        isProduction(path) &&
        findOperationGroup(path) !== undefined &&
        other !== undefined &&
        other !== findOperation(path)
      )
    }),
    violating: [
      { [`${server}/operations/user/create_user.ts`]: "import { get_profile } from './get_profile.ts'" },
      { [`${server}/operations/user/userRecord.ts`]: "import { get_profile } from './get_profile.ts'" },
      {
        [`${server}/operations/search/edit_campaign.ts`]:
          "import { plan } from './create_search_campaign/plan.ts'",
      },
    ],
    conforming: [
      { [`${server}/operations/index.ts`]: "import { create_user } from './user/create_user.ts'" },
      { [`${server}/operations/user/create_user.ts`]: "import { userRecord } from './userRecord.ts'" },
      { [`${server}/operations/search/create_search_campaign/parts.ts`]: "import './blueprint.ts'" },
    ],
  },
  {
    description: 'operations know neither who is calling nor the words on the wire',
    violations: forbidImports(
      ({ path }, { file = '' }) =>
        isProduction(path) &&
        path.startsWith(`${server}/operations/`) &&
        (file.startsWith(`${server}/admission/`) || file.endsWith('/wire.ts')),
    ),
    violating: [
      {
        [`${server}/operations/user/create_user.ts`]:
          "import type { Caller } from '../../admission/caller.ts'",
      },
      {
        [`${server}/operations/social/upload_video.ts`]:
          "import type { A } from '../../platforms/social/wire.ts'",
      },
    ],
  },
]

/**
 * Requires that an import inside `folder` points downwards or stays in its module, and that every file
 * belongs to a module.
 */
function forbidUpwardImports(folder: string, layers: Layers): (files: readonly Source[]) => string[] {
  const findModule = (path = '') =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
  const layerIndex = (module: string) => layers.findIndex((modules) => modules.includes(module))
  const pointsUp = forbidImports(({ path }, { file }) => {
    const [fromModule, toModule] = [findModule(path), findModule(file)]
    return (
      fromModule !== undefined &&
      toModule !== undefined &&
      fromModule !== toModule &&
      layerIndex(toModule) <= layerIndex(fromModule)
    )
  })
  return (files) => {
    const folderFiles = files.filter(({ path }) => isProduction(path) && findModule(path) !== undefined)
    const unassigned = folderFiles.filter(({ path }) => layerIndex(findModule(path) ?? '') < 0)
    return [...unassigned.map(({ path }) => `${path} has no room in the table`), ...pointsUp(folderFiles)]
  }
}

function findOperationGroup(path: string): string | undefined {
  return new RegExp(`^${server}/operations/([^/]+)/`).exec(path)?.[1]
}

/** Returns the operation that a file implements, as its only file or as a part of the operation's folder. */
function findOperation(path: string): string | undefined {
  const names: readonly string[] = operationNames
  const name = new RegExp(`^${server}/operations/([^/]+/[^/.]+)`).exec(path)?.[1]
  return name !== undefined && names.includes(name) ? name : undefined
}
