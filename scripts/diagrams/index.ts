// The diagrams of the documentation.

import type { GeneratedFile } from '../generatedFile.ts'
import { drawArchitecture } from './architecture.ts'
import { drawHealthOfAConnection } from './connectionHealth.ts'
import { drawLinkingSequence } from './linkingSequence.ts'
import { drawLifeOfAWrite } from './writePhases.ts'
import { drawStatesOfAWrite } from './writeStates.ts'

export const diagrams: readonly GeneratedFile[] = [
  { path: 'docs/pictures/architecture.svg', text: drawArchitecture() },
  { path: 'docs/pictures/life-of-a-write.svg', text: drawLifeOfAWrite() },
  { path: 'docs/pictures/states-of-a-write.svg', text: drawStatesOfAWrite() },
  { path: 'docs/pictures/health-of-a-connection.svg', text: drawHealthOfAConnection() },
  { path: 'docs/pictures/linking.svg', text: drawLinkingSequence() },
]
