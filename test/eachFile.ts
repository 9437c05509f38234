// Runs around every test file. Hooks run in reverse order, so this hook runs after the hooks of the file.

import { removeFolders } from '@adrail/server/testing/folders'
import { afterAll } from 'vitest'

afterAll(removeFolders)
