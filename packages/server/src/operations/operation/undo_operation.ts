import { undo } from '../../journal/write.ts'

export const undo_operation = undo('operation/undo_operation')
