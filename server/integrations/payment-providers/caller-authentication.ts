import { sameSecret } from '#server/platform/http/index.ts';

/** Whether an Authorization header has this login and one of these passwords (HTTP Basic); null is none. */
export function isBasic(
  header: string | undefined,
  login: string,
  ...passwords: readonly (string | null | undefined)[]
): boolean {
  const [scheme, code] = (header ?? '').split(' ', 2);
  const given = Buffer.from(code ?? '', 'base64').toString('utf8');
  // Compared in full even if the scheme differs, and with each of them.
  const known = passwords
    .map((password) => typeof password === 'string' && sameSecret(given, `${login}:${password}`))
    .includes(true);
  return known && scheme?.toLowerCase() === 'basic';
}
