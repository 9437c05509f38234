// Who may import whom: packages, layers inside the packages, and operations. That no imports form a circle is held by
// `npm run check`.

import { operationNames } from '@adrail/contract'
import type { Source } from './readSource.ts'
import { isModule, isProduction, noImport, packageOf, type Rule, sandbox, server } from './rule.ts'
import { doors } from './sources.ts'

/** From the top to the bottom: each line holds the rooms (folders or files) of one layer. */
type Layers = readonly (readonly string[])[]

/** Which packages of ours a package may import, its tests included. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  cli: ['@adrail/client', '@adrail/contract'],
  client: [],
  console: ['@adrail/client'],
  contract: [],
  sandbox: [],
  server: ['@adrail/contract', '@adrail/sandbox'],
  testing: ['@adrail/sandbox', '@adrail/server'],
}

/** Rooms of one layer do not know each other: what both need lies below them, and what joins them above. */
export const layers: Readonly<Record<string, Layers>> = {
  [server]: [
    ['main.ts', 'admin.ts'],
    ['commandLine.ts'],
    ['doctor'],
    ['process'],
    ['demo'],
    ['app.ts'],
    ['assembly.ts', 'background.ts'],
    ['approve'],
    ['connect', 'console', 'hooks', 'admin', 'operations', 'mcp'],
    ['http'],
    ['waist'],
    ['config'],
    ['workspace'],
    ['guard', 'journal', 'webhooks', 'reporting', 'leads', 'mirror'],
    ['linking'],
    ['platforms'],
    ['audit'],
    ['events'],
    ['store'],
    ['base'],
  ],
  [`${server}/platforms`]: [['connectors.ts'], ['social', 'search', 'pro'], ['kit']],
  [sandbox]: [
    ['main.ts'],
    ['index.ts'],
    ['admin', 'seed.ts'],
    ['social', 'search', 'pro', 'variation'],
    ['oauth', 'delivery', 'media'],
    ['core'],
  ],
}

export const importRules: readonly Rule[] = [
  {
    says: 'a package imports of ours only what the table of packages allows',
    broken: noImport(
      ({ path }, { from }) =>
        packageOf(path) !== '' &&
        isModule(from, ['@adrail']) &&
        !isModule(from, packages[packageOf(path)] ?? []),
    ),
    breaking: [
      { 'packages/contract/src/values.ts': "import { startSandbox } from '@adrail/sandbox'" },
      { 'packages/sandbox/test/docs.test.ts': "export { errors } from '@adrail/contract'" },
      { 'packages/unheardOf/src/index.ts': "import type { Operation } from '@adrail/contract'" },
    ],
    keeping: [{ 'test/stories.test.ts': "import { errors } from '@adrail/contract'" }],
  },
  {
    says: 'another package is entered through the doors that it exports',
    broken: noImport(({ path }, { from, file }) =>
      file === undefined
        ? isModule(from, ['@adrail']) && !doors.has(from)
        : packageOf(file) !== '' && packageOf(file) !== packageOf(path),
    ),
    breaking: [
      { 'test/stories.test.ts': "import { openApp } from '../packages/server/src/app.ts'" },
      { [`${server}/app.ts`]: "import { state } from '@adrail/sandbox/src/state.ts'" },
      { [`${server}/app.ts`]: "type State = import('../../sandbox/src/state.ts').State" },
    ],
    keeping: [{ [`${server}/http/server.ts`]: "import { invoke } from '../waist/invoke.ts'" }],
  },
  {
    says: 'the server knows the sandbox in one place, and loads it where it is embedded only',
    broken: noImport(
      ({ path }, { from, atOnce }) =>
        isProduction(path) &&
        path.startsWith(`${server}/`) &&
        isModule(from, ['@adrail/sandbox']) &&
        (path !== `${server}/app.ts` || (from === '@adrail/sandbox' && atOnce)),
    ),
    breaking: [
      { [`${server}/app.ts`]: "import { type Sandbox, startSandbox } from '@adrail/sandbox'" },
      { [`${server}/app.ts`]: "export { startSandbox } from '@adrail/sandbox'" },
      { [`${server}/demo/demo.ts`]: "import type { Sandbox } from '@adrail/sandbox'" },
      { [`${server}/demo/demo.ts`]: "const sandbox = await import('@adrail/sandbox')" },
    ],
    keeping: [
      { [`${server}/app.ts`]: "import type { Sandbox } from '@adrail/sandbox'" },
      { [`${server}/app.ts`]: "const { startSandbox } = await import('@adrail/sandbox')" },
      { [`${server}/demo/demo.test.ts`]: "import { startSandbox } from '@adrail/sandbox'" },
    ],
  },
  {
    says: 'in the server an import points down the table of layers',
    broken: layered(server, layers[server] ?? []),
    breaking: [
      { [`${server}/waist/invoke.ts`]: "import { handlers } from '../operations/index.ts'" },
      { [`${server}/journal/claim.ts`]: "import type { Caller } from '../guard/authenticate.ts'" },
      { [`${server}/base/errors.ts`]: "import { log } from '../app.ts'" },
      { [`${server}/leftovers/file.ts`]: '' },
    ],
    keeping: [
      {
        [`${server}/operations/user/create_user.ts`]: "import type { Handler } from '../../waist/handler.ts'",
      },
      { [`${server}/store/users.ts`]: "import { tables } from './tables.ts'" },
      { [`${server}/store/users.test.ts`]: "import { openApp } from '../app.ts'" },
    ],
  },
  {
    says: 'no platform knows another one, and the kit knows none',
    broken: layered(`${server}/platforms`, layers[`${server}/platforms`] ?? []),
    breaking: [
      { [`${server}/platforms/social/connector.ts`]: "import { sign } from '../search/oauth.ts'" },
      { [`${server}/platforms/kit/calls.ts`]: "import { restliQuery } from '../pro/restli.ts'" },
    ],
    keeping: [{ [`${server}/platforms/pro/connector.ts`]: "import { send } from '../kit/upstream.ts'" }],
  },
  {
    says: 'in the sandbox an import points down the table of layers',
    broken: layered(sandbox, layers[sandbox] ?? []),
    breaking: [
      { [`${sandbox}/core/state.ts`]: "import type { SocialState } from '../social/state.ts'" },
      { [`${sandbox}/pro/index.ts`]: "import { decode } from '../search/decode.ts'" },
    ],
    keeping: [{ [`${sandbox}/main.ts`]: "import { startSandbox } from './index.ts'" }],
  },
  {
    says: 'operations never import each other',
    broken: noImport(({ path }, { file = '' }) => {
      const other = operationOf(file)
      return (
        isProduction(path) &&
        groupOf(path) !== undefined &&
        other !== undefined &&
        other !== operationOf(path)
      )
    }),
    breaking: [
      { [`${server}/operations/user/create_user.ts`]: "import { get_profile } from './get_profile.ts'" },
      { [`${server}/operations/user/record.ts`]: "import { get_profile } from './get_profile.ts'" },
      {
        [`${server}/operations/search/edit_campaign.ts`]:
          "import { plan } from './create_search_campaign/plan.ts'",
      },
    ],
    keeping: [
      { [`${server}/operations/index.ts`]: "import { create_user } from './user/create_user.ts'" },
      { [`${server}/operations/user/create_user.ts`]: "import { record } from './record.ts'" },
      { [`${server}/operations/search/create_search_campaign/parts.ts`]: "import './blueprint.ts'" },
    ],
  },
  {
    says: 'operations know neither who is calling nor the words on the wire',
    broken: noImport(
      ({ path }, { file = '' }) =>
        isProduction(path) &&
        path.startsWith(`${server}/operations/`) &&
        (file.startsWith(`${server}/guard/`) || file.endsWith('/wire.ts')),
    ),
    breaking: [
      { [`${server}/operations/user/create_user.ts`]: "import type { Caller } from '../../guard/caller.ts'" },
      {
        [`${server}/operations/social/upload_video.ts`]:
          "import type { A } from '../../platforms/social/wire.ts'",
      },
    ],
  },
]

/** Inside a folder an import points downwards or stays in its room, and every file has a room. */
function layered(folder: string, layers: Layers): (files: readonly Source[]) => string[] {
  const roomOf = (path = '') =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
  const depthOf = (room: string) => layers.findIndex((rooms) => rooms.includes(room))
  const pointsUp = noImport(({ path }, { file }) => {
    const [from, to] = [roomOf(path), roomOf(file)]
    return from !== undefined && to !== undefined && from !== to && depthOf(to) <= depthOf(from)
  })
  return (files) => {
    const inside = files.filter(({ path }) => isProduction(path) && roomOf(path) !== undefined)
    const homeless = inside.filter(({ path }) => depthOf(roomOf(path) ?? '') < 0)
    return [...homeless.map(({ path }) => `${path} has no room in the table`), ...pointsUp(inside)]
  }
}

/** The group of operations that a file belongs to. */
function groupOf(path: string): string | undefined {
  return new RegExp(`^${server}/operations/([^/]+)/`).exec(path)?.[1]
}

/** The operation that a file carries out, alone or as a part of the operation's folder. */
function operationOf(path: string): string | undefined {
  const names: readonly string[] = operationNames
  const name = new RegExp(`^${server}/operations/([^/]+/[^/.]+)`).exec(path)?.[1]
  return name !== undefined && names.includes(name) ? name : undefined
}
