// The API requirements as data, with one entry per rule and per gap. Tests cite the ids in square brackets in
// their titles. requirements.test.ts fails while no test cites an id.

import { additions } from './requirements/additions.ts'
import { conventions } from './requirements/conventions.ts'
import { limits } from './requirements/limits.ts'
import { operations } from './requirements/operations.ts'
import type { Requirement } from './requirements/requirement.ts'
import { resources } from './requirements/resources.ts'

export const requirements: readonly Requirement[] = [
  ...conventions,
  ...resources,
  ...operations,
  ...additions,
  ...limits,
]
