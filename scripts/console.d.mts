export function buildConsole(): Promise<void>
export function ensureConsole(): Promise<void>
