import { readFileSync } from 'node:fs';

/** Settings that may be in a file instead, named by NAME_FILE: they are secrets, or addresses with a password in them. */
export const SECRETS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'READ_DATABASE_URL',
  'BACKUP_DATABASE_URL',
  'REDIS_URL',
  'JOBS_REDIS_URL',
  'SMTP_URL',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'PERSONAL_ID_SECRET',
  'PERSONAL_ID_SECRET_PREVIOUS',
  'SECOND_FACTOR_KEY',
  'SECOND_FACTOR_KEY_PREVIOUS',
  'SIGNING_KEY',
  'PUSH_KEY',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_PREVIOUS',
  'CABINET_SECRET',
  'CABINET_SECRET_PREVIOUS',
  'METRICS_TOKEN',
  'METRICS_TOKEN_PREVIOUS',
  'ESKIZ_PASSWORD',
  'PLAYMOBILE_PASSWORD',
  'TELEGRAM_BOT_TOKEN',
  'PAYME_KEY',
  'PAYME_KEY_PREVIOUS',
  'CLICK_SECRET_KEY',
  'CLICK_SECRET_KEY_PREVIOUS',
  'UZUM_PASSWORD',
  'UZUM_PASSWORD_PREVIOUS',
  'PAYNET_PASSWORD',
  'PAYNET_PASSWORD_PREVIOUS',
  'ONEID_CLIENT_SECRET',
  'E_IMZO_API_KEYS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/**
 * The environment with the contents of the files that NAME_FILE names, one line break at their end left out. Variables that
 * are empty count as not given.
 * @param problems gets a line for a file that cannot be read, is empty, or competes with the variable itself
 */
export function withSecretFiles(env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both given: leave one out`);
      continue;
    }
    try {
      const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (secret === '') problems.push(`${name}_FILE: ${file} is empty`);
      else given[name] = secret;
    } catch (error) {
      // Not retried: the person who starts the server reads why.
      problems.push(
        `${name}_FILE: ${file} cannot be read (${(error as { code?: string }).code ?? 'unknown'})`,
      );
    }
  }
  return given;
}
