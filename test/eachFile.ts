// Runs around every test file. Hooks run in reverse order, so this one runs after those of the file.

import { removeFolders } from '@adrail/server/testing/folders'
import { afterAll } from 'vitest'

afterAll(removeFolders)
