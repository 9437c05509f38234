import { createSectionDeclarer, type VariableValues } from '../../variables/variable.ts'
import { declareAppVariables } from '../connector-kit/appVariables.ts'
import type { PlatformVersions } from '../connector-kit/versions.ts'

export const townVersions: PlatformVersions = { pinned: 'v1', lastDays: { v1: '' }, pattern: /^v\d$/ }

export const townVariables = declareAppVariables(
  createSectionDeclarer('Local newspaper (Town Board)'),
  'TOWN',
  townVersions,
  {
    api: 'https://api.town-board.example',
    authorize: 'https://town-board.example',
    token: 'https://town-board.example',
  },
)

export type TownSettings = VariableValues<typeof townVariables>
