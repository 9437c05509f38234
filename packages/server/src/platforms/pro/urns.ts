// LinkedIn names objects by URNs, such as `urn:li:sponsoredCampaign:202100201`.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/urns

/** Returns the last part of a URN. A bare id is returned unchanged. */
export const parseUrnId = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1)
