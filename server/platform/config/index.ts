import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigProblem } from './config-problem.ts';
import { eImzoSettingsOf, type EImzoSettings } from './e-imzo-settings.ts';
import { fileSettingsOf, type FileSettings } from './file-settings.ts';
import { problemsOfInstallation } from './installation.ts';
import { paymentSettingsOf, type PaymentSettings } from './payment-settings.ts';
import { databaseOf } from './migration-config.ts';
import { networkAccessOf, type NetworkAccess } from './network-access.ts';
import { oneIdSettingsOf, type OneIdConfig } from './one-id-settings.ts';
import { operatorAccountOf, type OperatorAccount } from './operator-account.ts';
import { withSecretFiles } from './secret-files.ts';
import { siteLinksOf, type SiteLinks } from './site-links.ts';
import { smsSettingsOf, type SmsSettings } from './sms-settings.ts';
import { telegramSettingsOf, type TelegramSettings } from './telegram-settings.ts';
import { variables, type ProcessType, type Variables } from './variables.ts';

export { ConfigProblem } from './config-problem.ts';
export { loadMigrationConfig } from './migration-config.ts';
export { envExample, settingsPage } from './setting-table/index.ts';
export { PROCESS_TYPES, type ProcessType } from './variables.ts';

export interface Config {
  /** Process types to run here; null: all of them, identity and demo as children. */
  processes: ProcessType[] | null;
  port: number;
  reach: NetworkAccess;
  adminPort: number | null;
  /** Public address, without a trailing slash. */
  publicUrl: string;
  /** PUBLIC_URL was given, so the port must not be changed. */
  publicUrlGiven: boolean;
  secure: boolean;
  furtherOrigins: string[];
  proxyHops: number;
  databaseUrl: string;
  /** Read by what may be so old at most; null: everything reads the primary. */
  readReplica: { url: string; maxStalenessMs: number } | null;
  /** The same server as a role that may replicate; null: no backups are taken. */
  backupDatabaseUrl: string | null;
  /** People reach it: no local twins, and not on the loopback alone. Nothing weak is accepted. */
  installed: boolean;
  /** One address, or several of a cluster separated by commas. */
  auctionRedisUrl: string;
  /** The auction Redis is a Redis Cluster. */
  auctionRedisCluster: boolean;
  /** From a request to delete an account to its erasure. */
  erasureGraceDays: number;
  jobsRedisUrl: string;
  redisNamespace: string;
  partitions: number;
  /** Key for signing values that return from clients (sign-in states). */
  sessionSecret: string;
  /** The one before, accepted while it is named. So with the other pairs below. */
  previousSessionSecret?: string | null;
  /** Key for hashes of personal ids. */
  personalIdSecret: string;
  previousPersonalIdSecret?: string | null;
  /** Key under which the shipped sign-in site encrypts secrets of second factors. */
  secondFactorKey: string;
  previousSecondFactorKey?: string | null;
  /** Secret of the key that signs receipts and logs. */
  signingKey: string;
  /** Secret of the key under which browsers subscribe to messages; null: none are sent to browsers. */
  pushKey: string | null;
  /** Those who sign that the transparency log only grows. */
  witnesses: Variables['WITNESSES'];
  /** Whether staff need a second factor for their rights. */
  staffSecondFactor: 'required' | 'optional';
  signIn: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    previousClientSecret?: string | null;
    /** The shipped identity site serves the sign-in (no OIDC_ISSUER given). */
    shipped: boolean;
    identityUrl: string;
    identityPort: number;
  };
  /** External cabinet, where people manage money and data; null: the shipped sign-in site links back to the product. */
  cabinet: { url: string; secret: string; previousSecret?: string | null } | null;
  logLevel: Variables['LOG_LEVEL'];
  /** Where traces go; without an endpoint there are none. */
  traces: { endpoint: string | null; share: number };
  metricsToken: string | null;
  previousMetricsToken?: string | null;
  rateLimitFactor: number;
  /** The tools of `loadtest/` on other machines may load this installation. */
  loadTestsAllowed: boolean;
  /** Open sockets of one session, person and address; the core's own caps where not given. */
  socketCaps: { socketsPerSession?: number; socketsPerPerson?: number; socketsPerAddress?: number };
  supportPhone: string;
  supportEmail: string;
  /** `mailto:` or `https:`. */
  securityContact: string;
  smtpUrl: string | null;
  /** Sender address of e-mail. */
  mailFrom: string;
  sms: SmsSettings;
  telegram: TelegramSettings;
  payments: PaymentSettings;
  /** OneID on the shipped sign-in site; null: not configured. */
  oneId: OneIdConfig;
  /** Least and largest refund, and the sum above which two members of staff must approve it; in tiyin. */
  refunds: { minTiyin: number; maxTiyin: number };
  /** E-IMZO-SERVER, and the keys (pairs of domain and key) under which pages may use the E-IMZO application. */
  eImzo: EImzoSettings;
  siteLinks: SiteLinks;
  /** Null: buyers cannot pay by a bank's payment order. */
  operatorAccount: OperatorAccount | null;
  files: FileSettings;
  demo: boolean;
  /** Local twins of external systems may run. */
  sandboxesAllowed: boolean;
  embedded: boolean;
  test: boolean;
  dataFolder: string;
  crashAt: string | null;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A secret of this installation: generated on first use and stored in the data folder. */
function storedSecret(folder: string, name: string): string {
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true });
  try {
    // Two processes may start for the first time concurrently: the exclusive write lets one win, the other reads.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // EEXIST is the usual case. Any other error (no permission) is reported to the person who starts the server.
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Reads all settings at once.
 * @throws ConfigProblem naming everything that is wrong
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const parsed = variables.safeParse(withSecretFiles(env, problems), { reportInput: true });
  if (!parsed.success) throw ConfigProblem.of(parsed.error.issues, problems);
  const v = parsed.data;

  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  const local = LOOPBACK.has(new URL(publicUrl).hostname);
  const embedded = v.SAVDO_EMBEDDED;
  const sandboxesAllowed = v.ALLOW_TWINS || (embedded && local);
  const shipped = v.OIDC_ISSUER === undefined;
  const identityUrl = v.IDENTITY_URL ?? `http://localhost:${v.IDENTITY_PORT}`;

  const production = !embedded;
  const why = embedded ? `PUBLIC_URL is ${publicUrl}` : 'DATABASE_URL is given';
  const unlessAllowed = `refused because ${why}; ALLOW_TWINS=1 permits it`;
  if (v.DEMO && !sandboxesAllowed) problems.push(`DEMO: the demo's people and bots are ${unlessAllowed}`);
  if (!v.SESSION_SECRET && production) problems.push('SESSION_SECRET is missing (32 characters or more)');
  if (!v.OIDC_CLIENT_SECRET && !sandboxesAllowed)
    problems.push(`OIDC_CLIENT_SECRET is missing; the default one is ${unlessAllowed}`);
  if (!shipped && !v.OIDC_CLIENT_ID) problems.push('OIDC_CLIENT_ID is missing for the given OIDC_ISSUER');
  if (v.CABINET_URL && !v.CABINET_SECRET)
    problems.push('CABINET_SECRET is missing: the cabinet at CABINET_URL shows it to exchange its codes');
  if (v.SAVDO_CRASH_AT && !v.SAVDO_TEST)
    problems.push('SAVDO_CRASH_AT kills processes and belongs to tests only');
  if (v.SAVDO_TEST && !sandboxesAllowed) problems.push(`SAVDO_TEST is ${unlessAllowed}`);
  if (v.READ_DATABASE_URL && databaseOf(v.READ_DATABASE_URL) !== databaseOf(v.DATABASE_URL))
    problems.push('READ_DATABASE_URL names another database than DATABASE_URL');
  const cluster = v.REDIS_CLUSTER || v.REDIS_URL.length > 1;
  if (cluster && (!v.JOBS_REDIS_URL || v.REDIS_URL.includes(v.JOBS_REDIS_URL)))
    problems.push(
      'JOBS_REDIS_URL must be a server of its own: the cluster cannot keep queues, sessions and limits',
    );
  const sms = smsSettingsOf(v, sandboxesAllowed, unlessAllowed, problems);
  const telegram = telegramSettingsOf(v, sandboxesAllowed, problems);
  const payments = paymentSettingsOf(v, problems);
  const oneId = oneIdSettingsOf(v, shipped, problems);
  const eImzo = eImzoSettingsOf(v, { shipped, identityUrl }, problems);
  const files = fileSettingsOf(v, problems);
  const operatorAccount = operatorAccountOf(v, sandboxesAllowed, problems);
  const installed = !sandboxesAllowed && !local;
  if (installed) problems.push(...problemsOfInstallation(v, { publicUrl, identityUrl, shipped }));
  if (problems.length > 0) throw new ConfigProblem(problems);

  const secret = (value: string | undefined, name: string) => value ?? storedSecret(v.DATA_FOLDER, name);
  const sessionSecret = secret(v.SESSION_SECRET, 'session-secret');
  return {
    processes: v.PROCESSES ?? null,
    port: v.PORT,
    reach: networkAccessOf(v, sandboxesAllowed, [publicUrl, identityUrl]),
    adminPort: v.ADMIN_PORT ?? null,
    publicUrl,
    publicUrlGiven: v.PUBLIC_URL !== undefined,
    secure: publicUrl.startsWith('https:'),
    furtherOrigins: v.ALLOWED_ORIGINS,
    proxyHops: v.TRUST_PROXY,
    databaseUrl: v.DATABASE_URL,
    readReplica: v.READ_DATABASE_URL
      ? { url: v.READ_DATABASE_URL, maxStalenessMs: v.READ_MAX_STALENESS_MS }
      : null,
    backupDatabaseUrl: v.BACKUP_DATABASE_URL ?? null,
    installed,
    erasureGraceDays: v.ERASURE_GRACE_DAYS,
    auctionRedisUrl: v.REDIS_URL.join(','),
    auctionRedisCluster: cluster,
    jobsRedisUrl: v.JOBS_REDIS_URL ?? v.REDIS_URL.join(','),
    redisNamespace: v.REDIS_NAMESPACE,
    partitions: v.PARTITIONS,
    sessionSecret,
    previousSessionSecret: v.SESSION_SECRET_PREVIOUS ?? null,
    personalIdSecret: v.PERSONAL_ID_SECRET ?? sessionSecret,
    previousPersonalIdSecret: v.PERSONAL_ID_SECRET_PREVIOUS ?? null,
    secondFactorKey: v.SECOND_FACTOR_KEY ?? sessionSecret,
    previousSecondFactorKey: v.SECOND_FACTOR_KEY_PREVIOUS ?? null,
    signingKey: secret(v.SIGNING_KEY, 'signing-key'),
    // Processes of an installation may have data folders of their own, and with them keys of their own.
    pushKey: installed ? (v.PUSH_KEY ?? null) : secret(v.PUSH_KEY, 'push-key'),
    witnesses: v.WITNESSES,
    staffSecondFactor: v.STAFF_SECOND_FACTOR ?? (sandboxesAllowed ? 'optional' : 'required'),
    signIn: {
      issuer: v.OIDC_ISSUER ?? identityUrl,
      clientId: v.OIDC_CLIENT_ID ?? 'savdo',
      clientSecret: secret(v.OIDC_CLIENT_SECRET, 'oidc-client-secret'),
      previousClientSecret: v.OIDC_CLIENT_SECRET_PREVIOUS ?? null,
      shipped,
      identityUrl,
      identityPort: v.IDENTITY_PORT,
    },
    cabinet:
      v.CABINET_URL && v.CABINET_SECRET
        ? { url: v.CABINET_URL, secret: v.CABINET_SECRET, previousSecret: v.CABINET_SECRET_PREVIOUS ?? null }
        : null,
    logLevel: v.LOG_LEVEL,
    traces: { endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null, share: v.OTEL_TRACES_SAMPLER_ARG },
    metricsToken: v.METRICS_TOKEN ?? null,
    previousMetricsToken: v.METRICS_TOKEN_PREVIOUS ?? null,
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    loadTestsAllowed: v.LOAD_TESTS === 'allowed',
    socketCaps: {
      ...(v.SOCKETS_PER_SESSION && { socketsPerSession: v.SOCKETS_PER_SESSION }),
      ...(v.SOCKETS_PER_PERSON && { socketsPerPerson: v.SOCKETS_PER_PERSON }),
      ...(v.SOCKETS_PER_ADDRESS && { socketsPerAddress: v.SOCKETS_PER_ADDRESS }),
    },
    supportPhone: v.SUPPORT_PHONE,
    supportEmail: v.SUPPORT_EMAIL,
    securityContact: v.SECURITY_CONTACT ?? `mailto:${v.SUPPORT_EMAIL}`,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? v.SUPPORT_EMAIL,
    sms,
    telegram,
    payments,
    oneId,
    refunds: {
      minTiyin: v.REFUND_MIN_TIYIN,
      maxTiyin: v.REFUND_MAX_TIYIN,
    },
    eImzo,
    siteLinks: siteLinksOf(v),
    operatorAccount,
    files,
    demo: v.DEMO,
    sandboxesAllowed,
    embedded,
    test: v.SAVDO_TEST,
    dataFolder: path.resolve(v.DATA_FOLDER),
    crashAt: v.SAVDO_CRASH_AT ?? null,
  };
}
