import { toHref } from '../address/address.ts'
import { useRead } from './read.ts'

/** Returns the link back to a user's page. Its text is the name of the user, once known. */
export function useUserBackLink(userId: string): { readonly href: string; readonly text: string } {
  const { results } = useRead('user/get_profile', { userId })
  return { href: toHref(`users/${userId}`), text: results?.user.name ?? 'The user' }
}
