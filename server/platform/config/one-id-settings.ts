import type { Variables } from './variables.ts';

/** The site's registration with OneID; null: not configured. */
export type OneIdConfig = { url: string; clientId: string; clientSecret: string; scope: string } | null;

/** @param problems gets a line for each half of a registration that is missing, or without a site to use it */
export function oneIdSettingsOf(v: Variables, shipped: boolean, problems: string[]): OneIdConfig {
  const { ONEID_CLIENT_ID: clientId, ONEID_CLIENT_SECRET: clientSecret, ONEID_SCOPE: scope } = v;
  const given = Object.entries({
    ONEID_CLIENT_ID: clientId,
    ONEID_CLIENT_SECRET: clientSecret,
    ONEID_SCOPE: scope,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return null;
  if (!shipped)
    problems.push(`${given[0]} is given, but OIDC_ISSUER puts another site in place of the one that uses it`);
  for (const [name, value] of Object.entries({
    ONEID_CLIENT_ID: clientId,
    ONEID_CLIENT_SECRET: clientSecret,
  }))
    if (value === undefined) problems.push(`${name} is missing: other settings of OneID are given`);
  if (clientId === undefined || clientSecret === undefined) return null;
  return { url: v.ONEID_URL, clientId, clientSecret, scope: scope ?? clientId };
}
