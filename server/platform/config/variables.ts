import { z } from 'zod';
import { ERASURE_GRACE } from '#shared/limits/erasure.ts';

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((text) => text === '1');
/** Claims may be raised for three years. */
const keptMonths = z.coerce.number().int().min(36).max(1_200).optional();
const port = z.coerce.number().int().min(0).max(65_535);
const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);
const startingWith = (protocols: readonly string[]): string =>
  protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`)).join(' or ');
const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => isUrl(text, protocols), `must be an address starting with ${startingWith(protocols)}`);
/** In an address of a service everything after its `@` is the host: an unescaped / ? or # in the password ends it too early. */
const hasRawPassword = (text: string): boolean => /^[a-z]+:\/\/[^/?#]*[/?#].*@/i.test(text);
const isDecodable = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);
const ESCAPED =
  'has a character in its password (or elsewhere) that must be escaped: % as %25, / as %2F, ? as %3F, # as %23, @ as %40';
/** An address that may have a password in it. */
const serviceUrl = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => !hasRawPassword(text) && isDecodable(text), { message: ESCAPED, abort: true })
    .pipe(url(...protocols));
const httpUrl = url('http:', 'https:').transform((text) => text.replace(/\/+$/, ''));
const REDIS = ['redis:', 'rediss:'];
const redisUrl = serviceUrl(...REDIS);
const redisUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => !hasRawPassword(part) && isDecodable(part)), {
    message: ESCAPED,
    abort: true,
  })
  .refine(
    (parts) => parts.every((part) => isUrl(part, REDIS)),
    `must be an address starting with ${startingWith(REDIS)}, or several separated by commas`,
  );

const WITNESS = /^[^\s+,]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+ https?:\/\/\S+$/;
/** Several are separated by commas. */
const witnesses = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (parts) => parts.every((part) => WITNESS.test(part) && URL.canParse(part.split(' ')[1] ?? '')),
    'must be `name+hash+key https://address`, or several separated by commas',
  )
  .transform((parts) =>
    parts.map((part) => {
      const [verifier = '', address = ''] = part.split(' ');
      return { verifier, url: address };
    }),
  );

export const PROCESS_TYPES = ['web', 'journal', 'worker', 'clock', 'identity', 'demo'] as const;
export type ProcessType = (typeof PROCESS_TYPES)[number];

/** Single addresses, `from-to` or `net/bits`, separated by commas. */
const addresses = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.string().regex(/^[0-9a-f.:]+(?:-[0-9a-f.:]+|\/\d{1,3})?$/i)));

/** A path of a Unix socket, or `host:port`. */
const socketAddress = z
  .string()
  .refine((text) => text.startsWith('/') || /^[^\s/]+:\d{1,5}$/.test(text), 'must be a path or host:port')
  .transform((text) => {
    if (text.startsWith('/')) return { path: text };
    const colon = text.lastIndexOf(':');
    return { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
  });

/** Every environment variable the server reads, with its default. `.env.example` explains each in a sentence. */
export const variables = z.object({
  PROCESSES: z
    .string()
    .optional()
    .transform((text) =>
      text
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(PROCESS_TYPES)).min(1).optional()),
  PORT: port.default(3000),
  HOST: z.string().min(1).optional(),
  /** Where health and metrics of processes without a site answer; 0 = any free port. */
  ADMIN_PORT: port.optional(),
  PUBLIC_URL: httpUrl.optional(),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),

  DATABASE_URL: serviceUrl('postgres:', 'postgresql:'),
  /** The owner of the tables, for the migration step; DATABASE_URL unless given. */
  MIGRATION_DATABASE_URL: serviceUrl('postgres:', 'postgresql:').optional(),
  /** A standby of the same server, for lists, exports and figures that may be some seconds old. */
  READ_DATABASE_URL: serviceUrl('postgres:', 'postgresql:').optional(),
  /** A standby that is further behind is not read. */
  READ_MAX_STALENESS_MS: z.coerce.number().int().min(2_000).max(600_000).default(5_000),
  /** The same server as a role that may replicate, for backups. */
  BACKUP_DATABASE_URL: serviceUrl('postgres:', 'postgresql:').optional(),
  /** Longest statement of a migration. */
  MIGRATION_STATEMENT_MINUTES: z.coerce.number().int().min(1).max(1_440).default(30),
  /** Whole months of recorded attempts, and of the log of actions, that `database partitions` leaves; all of them unless given. */
  KEEP_ATTEMPTS_MONTHS: keptMonths,
  KEEP_ACTIONS_MONTHS: keptMonths,
  /** From a person's request to delete their account to its erasure; 0: at the next hourly round. */
  ERASURE_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(ERASURE_GRACE.min)
    .max(ERASURE_GRACE.max)
    .default(ERASURE_GRACE.usual),
  /** Several addresses are servers of one Redis Cluster. */
  REDIS_URL: redisUrls,
  /** The one address given belongs to a Redis Cluster. */
  REDIS_CLUSTER: flag,
  JOBS_REDIS_URL: redisUrl.optional(),
  /** Prefix of every key, so that two installations may share a server. */
  REDIS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9:_-]{1,40}$/)
    .default('sv:'),
  PARTITIONS: z.coerce.number().int().min(1).max(1024).default(64),

  SESSION_SECRET: z.string().min(32).optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32).optional(),
  PERSONAL_ID_SECRET: z.string().min(32).optional(),
  PERSONAL_ID_SECRET_PREVIOUS: z.string().min(32).optional(),
  SECOND_FACTOR_KEY: z.string().min(32).optional(),
  SECOND_FACTOR_KEY_PREVIOUS: z.string().min(32).optional(),
  SIGNING_KEY: z.string().min(32).optional(),
  PUSH_KEY: z.string().min(32).optional(),
  WITNESSES: witnesses,
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(16).optional(),
  OIDC_CLIENT_SECRET_PREVIOUS: z.string().min(16).optional(),
  IDENTITY_PORT: port.default(3001),
  IDENTITY_URL: httpUrl.optional(),
  CABINET_URL: httpUrl.optional(),
  CABINET_SECRET: z.string().min(16).optional(),
  CABINET_SECRET_PREVIOUS: z.string().min(16).optional(),

  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Collector of traces; nothing of them is loaded without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Share of bids and requests whose traces are written. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_TOKEN_PREVIOUS: z.string().min(16).optional(),
  SOCKETS_PER_SESSION: z.coerce.number().int().min(1).optional(),
  SOCKETS_PER_PERSON: z.coerce.number().int().min(1).optional(),
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  LOAD_TESTS: z.enum(['refused', 'allowed']).default('refused'),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+\d{7,15}$/)
    .default('+998712000000'),
  SUPPORT_EMAIL: z.email().default('support@savdo.example'),
  SECURITY_CONTACT: url('mailto:', 'https:').optional(),
  SMTP_URL: serviceUrl('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email().optional(),
  SMS_PROVIDER: z.enum(['eskiz', 'playmobile', 'twin', 'none']).optional(),
  SMS_FROM: z.string().min(1).max(20).optional(),
  ESKIZ_URL: httpUrl.default('https://notify.eskiz.uz/api'),
  ESKIZ_EMAIL: z.string().min(1).optional(),
  ESKIZ_PASSWORD: z.string().min(1).optional(),
  PLAYMOBILE_URL: httpUrl.default('https://send.smsxabar.uz/broker-api'),
  PLAYMOBILE_USER: z.string().min(1).optional(),
  PLAYMOBILE_PASSWORD: z.string().min(1).optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{30,}$/)
    .optional(),
  TELEGRAM_BOT_NAME: z
    .string()
    .regex(/^\w{5,32}$/)
    .optional(),
  TELEGRAM_API_URL: httpUrl.default('https://api.telegram.org'),
  PAYME_MERCHANT_ID: z.string().min(1).optional(),
  PAYME_KEY: z.string().min(16).optional(),
  PAYME_KEY_PREVIOUS: z.string().min(16).optional(),
  PAYME_ACCOUNT_FIELD: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,30}$/i)
    .default('payment_id'),
  PAYME_CHECKOUT_URL: httpUrl.default('https://checkout.paycom.uz'),
  PAYME_ADDRESSES: addresses,
  CLICK_SERVICE_ID: z.string().min(1).optional(),
  CLICK_MERCHANT_ID: z.string().min(1).optional(),
  CLICK_MERCHANT_USER_ID: z.string().min(1).optional(),
  CLICK_SECRET_KEY: z.string().min(8).optional(),
  CLICK_SECRET_KEY_PREVIOUS: z.string().min(8).optional(),
  CLICK_CHECKOUT_URL: httpUrl.default('https://my.click.uz'),
  CLICK_API_URL: httpUrl.default('https://api.click.uz/v2/merchant'),
  REFUND_MIN_TIYIN: z.coerce.number().int().min(1).default(100_000),
  REFUND_MAX_TIYIN: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(500_000_000_000),
  UZUM_SERVICE_ID: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  UZUM_LOGIN: z.string().min(1).optional(),
  UZUM_PASSWORD: z.string().min(8).optional(),
  UZUM_PASSWORD_PREVIOUS: z.string().min(8).optional(),
  UZUM_CHECKOUT_URL: httpUrl.default('https://www.uzumbank.uz'),
  UZUM_FAILURE_STATUS: z
    .enum(['200', '400'])
    .default('400')
    .transform((text) => (text === '200' ? 200 : 400)),
  PAYNET_MERCHANT_ID: z.string().min(1).optional(),
  PAYNET_SERVICE_ID: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  PAYNET_LOGIN: z
    .string()
    .regex(/^[^:]+$/)
    .optional(),
  PAYNET_PASSWORD: z.string().min(12).optional(),
  PAYNET_PASSWORD_PREVIOUS: z.string().min(12).optional(),
  PAYNET_ACCOUNT_FIELD: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,30}$/i)
    .default('payment_id'),
  PAYNET_CHECKOUT_URL: httpUrl.default('https://app.paynet.uz'),
  ONEID_URL: httpUrl.default('https://sso.egov.uz/sso/oauth/Authorization.do'),
  ONEID_CLIENT_ID: z.string().min(1).optional(),
  ONEID_CLIENT_SECRET: z.string().min(8).optional(),
  /** The agreed word; the client's id unless given. */
  ONEID_SCOPE: z.string().min(1).optional(),
  E_IMZO_URL: httpUrl.optional(),
  E_IMZO_SIGN_IN: flag,
  E_IMZO_API_KEYS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.length % 2 === 0, 'must be pairs of domain and key, separated by commas'),
  UPLOAD_MIB_PER_SECOND: z.coerce.number().min(0.1).max(1_000).default(8),
  UPLOAD_MIB_A_DAY: z.coerce.number().int().min(40).default(2_048),
  INSPECTION_SECONDS_AN_HOUR: z.coerce.number().int().min(60).default(600),
  FILES_FOLDER: z.string().min(1).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(3).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  CLAMD_ADDRESS: socketAddress.optional(),
  TELEGRAM_URL: httpUrl.optional(),
  FACEBOOK_URL: httpUrl.optional(),
  INSTAGRAM_URL: httpUrl.optional(),
  YOUTUBE_URL: httpUrl.optional(),
  NEWS_URL: httpUrl.optional(),
  APP_STORE_URL: httpUrl.optional(),
  PLAY_STORE_URL: httpUrl.optional(),
  /** Map tiles: without them the map is drawn locally, and no external service learns what people view. */
  MAP_TILES_URL: z
    .string()
    .regex(/^https?:\/\/[^/{}\s]+\//, 'must begin with http: or https: and a host')
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must name {z}, {x} and {y}')
    .optional(),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^<>&]*$/, 'must be plain text')
    .default(''),

  /** In Uzbek Latin; used for other languages that are not given. */
  OPERATOR_NAME: z.string().trim().min(1).max(200).optional(),
  OPERATOR_STIR: z
    .string()
    .regex(/^\d{9}$/)
    .optional(),
  OPERATOR_BANK: z.string().trim().min(1).max(200).optional(),
  OPERATOR_ACCOUNT: z
    .string()
    .regex(/^\d{20}$/)
    .optional(),
  OPERATOR_MFO: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
  OFFICE_ADDRESS: z.string().trim().min(1).max(200).optional(),
  OFFICE_ADDRESS_RU: z.string().trim().min(1).max(200).optional(),
  OFFICE_ADDRESS_EN: z.string().trim().min(1).max(200).optional(),
  OFFICE_PLACE: z
    .string()
    .regex(
      /^\d{1,2}(\.\d{1,6})?,\s*\d{1,3}(\.\d{1,6})?$/,
      'must be latitude and longitude, as in 41.3111,69.2797',
    )
    .optional(),

  DEMO: flag,
  ALLOW_TWINS: flag,
  /** Addresses other than this machine's from which the twins' pages may be opened. */
  STAND_IN_ADDRESSES: addresses,
  /** Set by the launcher for its own services: then DATABASE_URL does not indicate a real installation. */
  SAVDO_EMBEDDED: flag,
  /** Set by the launcher for tests: unsafe settings of its services are warnings only. */
  SAVDO_TEST: flag,
  DATA_FOLDER: z.string().min(1).default('.data'),
  SAVDO_CRASH_AT: z.string().min(1).optional(),
});

export type Variables = z.output<typeof variables>;
