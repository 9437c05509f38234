import { to } from '../address/address.ts'
import { useRead } from './read.ts'

/** The way back to a user, by name as soon as it is known. */
export function useUserBack(userId: string): { readonly href: string; readonly text: string } {
  const { results } = useRead('user/get_profile', { userId })
  return { href: to(`users/${userId}`), text: results?.user.name ?? 'The user' }
}
