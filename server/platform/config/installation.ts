import { problemOfDatabasePassword, problemsOfSecrets } from './secret-strength.ts';
import type { Variables } from './variables.ts';

const LARGEST_FACTOR = 10;

export interface InstallationFacts {
  publicUrl: string;
  identityUrl: string;
  /** The shipped identity site serves the sign-in. */
  shipped: boolean;
}

/**
 * One line, naming the setting, for everything that is fit for trying the product on one's own machine and not for an
 * installation that people reach.
 */
export function problemsOfInstallation(v: Variables, facts: InstallationFacts): string[] {
  const { publicUrl, identityUrl, shipped } = facts;
  const problems: string[] = [];
  const withoutTls = (name: string, address: string) => {
    if (!address.startsWith('https:'))
      problems.push(
        `${name} is ${address}: people reach it by https only, or cookies and codes can be read on the way`,
      );
  };
  withoutTls('PUBLIC_URL', publicUrl);
  if (shipped) withoutTls('IDENTITY_URL', identityUrl);
  else withoutTls('OIDC_ISSUER', v.OIDC_ISSUER ?? '');
  if (v.CABINET_URL) withoutTls('CABINET_URL', v.CABINET_URL);
  if (v.ONEID_CLIENT_ID) withoutTls('ONEID_URL', v.ONEID_URL);
  problems.push(
    ...problemsOfSecrets(
      {
        SESSION_SECRET: v.SESSION_SECRET,
        PERSONAL_ID_SECRET: v.PERSONAL_ID_SECRET,
        SECOND_FACTOR_KEY: v.SECOND_FACTOR_KEY,
        SIGNING_KEY: v.SIGNING_KEY,
        PUSH_KEY: v.PUSH_KEY,
        // An issuer elsewhere chooses it, and its length.
        ...(shipped ? { OIDC_CLIENT_SECRET: v.OIDC_CLIENT_SECRET } : {}),
        CABINET_SECRET: v.CABINET_SECRET,
        METRICS_TOKEN: v.METRICS_TOKEN,
      },
      // Without a key of their own they would end with the next SESSION_SECRET, or with the data folder.
      ['PERSONAL_ID_SECRET', 'SIGNING_KEY', ...(shipped ? ['SECOND_FACTOR_KEY' as const] : [])],
    ),
  );
  for (const name of ['DATABASE_URL', 'READ_DATABASE_URL'] as const) {
    const url = v[name];
    const weakness = url === undefined ? null : problemOfDatabasePassword(url);
    if (weakness) problems.push(`${name} ${weakness}`);
  }
  if (v.RATE_LIMIT_FACTOR > LARGEST_FACTOR)
    problems.push(
      `RATE_LIMIT_FACTOR is ${v.RATE_LIMIT_FACTOR}: above ${LARGEST_FACTOR} the limits protect from nothing`,
    );
  if (v.STAFF_SECOND_FACTOR === 'optional')
    problems.push(
      'STAFF_SECOND_FACTOR is optional: a stolen password of staff would be enough to move money; leave it out',
    );
  if (v.SMS_PROVIDER === undefined)
    problems.push('SMS_PROVIDER is missing: codes go by SMS; none says that they go by e-mail alone');
  if (v.SMTP_URL === undefined) problems.push('SMTP_URL is missing: codes and messages go by e-mail');
  return problems;
}
