// People who fill in lead forms. A lead's id determines the person, and their addresses belong to no one.

import { lazy, readJson } from '../core/dataFiles.ts'
import { hashText, mixHash } from './seededRandom.ts'

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

interface NamePools {
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
  readonly companies: readonly string[]
  readonly jobTitles: readonly string[]
  readonly cities: readonly string[]
}

const namePools = lazy(() => readJson<NamePools>('leadPeople.json'))

/** Generates the person behind a lead from the lead's id. */
export function generateLeadPerson(leadId: string): LeadPerson {
  const hash = hashText(leadId)
  const { firstNames, lastNames, companies, jobTitles, cities } = namePools()
  const pickFrom = (list: readonly string[], salt: number) => list[mixHash(hash, 0, salt) % list.length] ?? ''
  const firstName = pickFrom(firstNames, 1)
  const lastName = pickFrom(lastNames, 2)
  const number = mixHash(hash, 0, 6) % 10_000
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@mail.example`.toLowerCase(),
    // A range that is reserved for fiction:
    // https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
    phone: `+447700900${String(number % 1_000).padStart(3, '0')}`,
    company: pickFrom(companies, 3),
    jobTitle: pickFrom(jobTitles, 4),
    city: pickFrom(cities, 5),
    postalCode: String(10_000 + number),
  }
}

/**
 * Returns the person's answer to a question, by the question's type. Unknown types get a short generic
 * answer.
 */
export function generateLeadAnswer(person: LeadPerson, questionType: string): string {
  switch (questionType) {
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
