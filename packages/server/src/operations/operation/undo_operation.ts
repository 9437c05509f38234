import { defineUndo } from '../../journal/write.ts'

export const undo_operation = defineUndo('operation/undo_operation')
