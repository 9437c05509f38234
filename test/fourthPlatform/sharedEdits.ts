// The edits of shared files that a new platform needs, with the reason of each.

interface SharedEdit {
  readonly file: string
  /** The text occurs once in the file. */
  readonly find: string
  readonly replace: string
  readonly reason: string
}

export const sharedEdits: readonly SharedEdit[] = [
  {
    file: 'packages/contract/src/platforms.ts',
    find: "import { social } from './platforms/social/index.ts'\n",
    replace:
      "import { social } from './platforms/social/index.ts'\nimport { town } from './platforms/town/index.ts'\n",
    reason: 'The list of the platforms that all packages know.',
  },
  {
    file: 'packages/contract/src/platforms.ts',
    find: "['social', 'search', 'pro'] as const",
    replace: "['social', 'search', 'pro', 'town'] as const",
    reason: 'The list of the platforms that all packages know.',
  },
  {
    file: 'packages/contract/src/platforms.ts',
    find: 'const declarations = { social, pro, search }',
    replace: 'const declarations = { social, pro, search, town }',
    reason: 'The list of the platforms that all packages know.',
  },
  {
    file: 'packages/server/src/platforms/index.ts',
    find: "import { social } from './social/index.ts'\n",
    replace: "import { social } from './social/index.ts'\nimport { town } from './town/index.ts'\n",
    reason: "The list of the server's definitions, which the contract must not import.",
  },
  {
    file: 'packages/server/src/platforms/index.ts',
    find: 'platformDefinitions = { social, search, pro }',
    replace: 'platformDefinitions = { social, search, pro, town }',
    reason: "The list of the server's definitions, which the contract must not import.",
  },
  {
    file: 'packages/console/src/platforms/index.ts',
    find: "import { social } from './social/index.tsx'\n",
    replace: "import { social } from './social/index.tsx'\nimport { town } from './town/index.tsx'\n",
    reason: "The list of the console's components, which run in a browser.",
  },
  {
    file: 'packages/console/src/platforms/index.ts',
    find: '{ social, search, pro }',
    replace: '{ social, search, pro, town }',
    reason: "The list of the console's components, which run in a browser.",
  },
  {
    file: 'packages/sandbox/src/platforms/index.ts',
    find: "import { socialPlatform } from './social/index.ts'\n",
    replace:
      "import { socialPlatform } from './social/index.ts'\nimport { townPlatform } from './town/index.ts'\n",
    reason: "The list of the sandbox's definitions.",
  },
  {
    file: 'packages/sandbox/src/platforms/index.ts',
    find: "export type { SocialSwitches } from './social/switches.ts'\n",
    replace:
      "export type { SocialSwitches } from './social/switches.ts'\nexport type { TownState, TownSwitches } from './town/state.ts'\n",
    reason: 'Declares the state to users of the library.',
  },
  {
    file: 'packages/sandbox/src/platforms/index.ts',
    find: '  pro: proPlatform,\n',
    replace: '  pro: proPlatform,\n  town: townPlatform,\n',
    reason: "The list of the sandbox's definitions.",
  },
  {
    file: 'packages/sandbox/src/platforms/tokenTexts.ts',
    find: "import { socialTokenFormats } from './social/tokenFormats.ts'\n",
    replace:
      "import { socialTokenFormats } from './social/tokenFormats.ts'\nimport { townTokenFormats } from './town/tokenFormats.ts'\n",
    reason: 'The service derives tokens without loading the sandbox.',
  },
  {
    file: 'packages/sandbox/src/platforms/tokenTexts.ts',
    find: '  pro: proTokenFormats,\n',
    replace: '  pro: proTokenFormats,\n  town: townTokenFormats,\n',
    reason: 'The service derives tokens without loading the sandbox.',
  },
]
