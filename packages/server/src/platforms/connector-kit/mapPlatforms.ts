import { type Platform, platforms } from '@adrail/contract'

/** Builds a record with one entry for each platform, in the order of the platforms. */
export function mapPlatforms<Entries extends Readonly<Record<Platform, unknown>>>(
  toEntry: <Name extends Platform>(platform: Name) => Entries[Name],
): Entries {
  // `platforms` lists every platform, so no entry is missing.
  return Object.fromEntries(platforms.map((platform) => [platform, toEntry(platform)])) as Entries
}
