/** Secrets that the operator chooses; those of gateways and providers are issued by them. */
const CHOSEN = [
  'SESSION_SECRET',
  'PERSONAL_ID_SECRET',
  'SECOND_FACTOR_KEY',
  'SIGNING_KEY',
  'PUSH_KEY',
  'OIDC_CLIENT_SECRET',
  'CABINET_SECRET',
  'METRICS_TOKEN',
] as const;

export type ChosenSecret = (typeof CHOSEN)[number];

const LEAST_LENGTH = 32;
const LEAST_CHARACTERS = 12;
/** Words that samples and guides use in place of a secret. */
const SAMPLES =
  /change.?me|replace.?me|example|sample|default|password|secret|qwerty|123456|abcdef|savdo|test/i;
/** Of a given PostgreSQL server: passwords that every guide names. */
const KNOWN_PASSWORDS = new Set([
  'savdo',
  'postgres',
  'password',
  'admin',
  'secret',
  'root',
  '123456',
  'changeme',
]);
const SHORTEST_PASSWORD = 12;

/** A part of the text, repeated, makes all of it. */
const repeats = (text: string): boolean => `${text}${text}`.slice(1, -1).includes(text);

/** What makes a secret easy to guess; null when nothing was found. */
function weaknessOfSecret(text: string): string | null {
  if (text.length < LEAST_LENGTH) return `has ${text.length} characters, ${LEAST_LENGTH} are needed`;
  if (repeats(text)) return 'repeats itself';
  if (new Set(text).size < LEAST_CHARACTERS)
    return `uses fewer than ${LEAST_CHARACTERS} different characters`;
  if (SAMPLES.test(text)) return 'contains a word or a row that samples use';
  return null;
}

/**
 * One line for each chosen secret of an installation that is missing, weak, or used for two purposes. Values are never part
 * of a line.
 * @param needed those without which the installation does not start
 */
export function problemsOfSecrets(
  given: Partial<Record<ChosenSecret, string | undefined>>,
  needed: readonly ChosenSecret[],
): string[] {
  const problems: string[] = [];
  const usedBy = new Map<string, string>();
  for (const name of CHOSEN) {
    const value = given[name];
    if (value === undefined) {
      if (needed.includes(name))
        problems.push(`${name} is missing (${LEAST_LENGTH} characters or more; openssl rand -base64 33)`);
      continue;
    }
    const weakness = weaknessOfSecret(value);
    if (weakness) problems.push(`${name} ${weakness} (openssl rand -base64 33 makes a good one)`);
    const other = usedBy.get(value);
    if (other) problems.push(`${name} is the same as ${other}: each needs one of its own`);
    usedBy.set(value, name);
  }
  return problems;
}

/** A password of the database that could be guessed; null without one, as with certificates or a socket. */
export function problemOfDatabasePassword(url: string): string | null {
  const { username, password } = new URL(url);
  const text = decodeURIComponent(password);
  if (text === '') return null;
  if (KNOWN_PASSWORDS.has(text.toLowerCase()) || text === decodeURIComponent(username))
    return 'has a password that everybody knows';
  return text.length < SHORTEST_PASSWORD
    ? `has a password of ${text.length} characters, ${SHORTEST_PASSWORD} are needed`
    : null;
}
