// People who fill in lead forms. A lead's id determines the person, and their addresses belong to no one.

import { onFirstUse, readTree } from '../core/dataFiles.ts'
import { mixed, textHash } from './chance.ts'

export interface LeadPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly company: string
  readonly jobTitle: string
  readonly city: string
  readonly postalCode: string
}

interface Pools {
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
  readonly companies: readonly string[]
  readonly jobTitles: readonly string[]
  readonly cities: readonly string[]
}

const pools = onFirstUse(() => readTree<Pools>('leadPeople.json'))

/** Generates the person behind a lead from the lead's id. */
export function leadPerson(leadId: string): LeadPerson {
  const hash = textHash(leadId)
  const { firstNames, lastNames, companies, jobTitles, cities } = pools()
  const pick = (list: readonly string[], purpose: number) => list[mixed(hash, 0, purpose) % list.length] ?? ''
  const firstName = pick(firstNames, 1)
  const lastName = pick(lastNames, 2)
  const number = mixed(hash, 0, 6) % 10_000
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@mail.example`.toLowerCase(),
    // A range that is reserved for fiction:
    // https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
    phone: `+447700900${String(number % 1_000).padStart(3, '0')}`,
    company: pick(companies, 3),
    jobTitle: pick(jobTitles, 4),
    city: pick(cities, 5),
    postalCode: String(10_000 + number),
  }
}

/**
 * Returns the person's answer to a question, by the question's type. Unknown types get a short generic
 * answer.
 */
export function answerTo(person: LeadPerson, asked: string): string {
  switch (asked) {
    case 'FULL_NAME':
      return `${person.firstName} ${person.lastName}`
    case 'FIRST_NAME':
      return person.firstName
    case 'LAST_NAME':
      return person.lastName
    case 'EMAIL':
    case 'WORK_EMAIL':
      return person.email
    case 'PHONE':
    case 'PHONE_NUMBER':
    case 'WORK_PHONE':
      return person.phone
    case 'COMPANY_NAME':
    case 'COMPANY':
      return person.company
    case 'JOB_TITLE':
      return person.jobTitle
    case 'CITY':
      return person.city
    case 'ZIP':
    case 'POST_CODE':
    case 'POSTAL_CODE':
      return person.postalCode
    default:
      return `As soon as possible, ${person.firstName}`
  }
}
