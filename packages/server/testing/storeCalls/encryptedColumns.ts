// Encryption keys and the columns that contain secrets.

import * as encryptedColumns from '../../src/store/encryptedColumns.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { limit, workspace_id } from './rows.ts'

const encryptedValue = { id: 'crd_1', workspace_id, ciphertext: 'old.1' }

export const listEncryptedColumnCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(encryptedColumns.recordEncryptionKey, db, 'new'),
  call(encryptedColumns.listEncryptionKeys, db),
  call(encryptedColumns.deleteEncryptionKey, db, 'new'),
  ...encryptedColumns.encryptedColumns.flatMap((column) => [
    call(encryptedColumns.findAnyEncrypted, db, column),
    call(encryptedColumns.listEncryptedByOtherKeys, db, column, ['new'], '', limit),
    call(encryptedColumns.replaceEncrypted, db, column, encryptedValue, 'new.1'),
  ]),
]
