import type { SettingGroup } from './setting-group.ts';

export const serviceSettings: readonly SettingGroup[] = [
  {
    title: 'Services',
    entries: [
      {
        about:
          'PostgreSQL 18. A given one means an installation: secrets are then required and local twins are refused. Its role is that of the processes, which owns nothing: the migration step grants it what it may do (docs/installation.md#roles).',
        settings: {
          DATABASE_URL: { sample: 'postgres://savdo_runtime:@127.0.0.1:5432/savdo' },
        },
      },
      {
        about:
          'The same database as the owner of its tables, for the migration step and `npm run cli -- database grants` alone. Without it DATABASE_URL is the owner, which an installation refuses to start with.',
        settings: {
          MIGRATION_DATABASE_URL: { sample: 'postgres://savdo_owner:@127.0.0.1:5432/savdo', restart: 'step' },
        },
      },
      {
        about:
          'A standby of that server and the same database, as the same role: lists and exports of staff, figures and open data are then read from it, no older than the second setting says, and say as of when (docs/scaling.md#read-replicas). While it is away or further behind, the primary is read. Without it everything is.',
        settings: {
          READ_DATABASE_URL: { sample: 'postgres://savdo_runtime:@127.0.0.2:5432/savdo' },
          READ_MAX_STALENESS_MS: { unit: 'ms' },
        },
      },
      {
        about:
          'The same server of PostgreSQL as a role that may replicate and nothing else, for `npm run cli -- backup take` and `backup follow` (docs/operations.md#backup).',
        settings: {
          BACKUP_DATABASE_URL: { sample: 'postgres://savdo_backup:@127.0.0.1:5432/savdo', restart: 'step' },
        },
      },
      {
        about:
          'Longest statement of a migration, in minutes; one that takes longer changes nothing and says so.',
        settings: {
          MIGRATION_STATEMENT_MINUTES: { unit: 'minutes', restart: 'step' },
        },
      },
      {
        about:
          'Whole months of recorded attempts and of the log of actions that stay in the database (36 or more; all of them unless given). `npm run cli -- database partitions` takes those before out, as files.',
        settings: {
          KEEP_ATTEMPTS_MONTHS: { sample: '60', unit: 'months', restart: 'step' },
          KEEP_ACTIONS_MONTHS: { sample: '60', unit: 'months', restart: 'step' },
        },
      },
      {
        about:
          "Days from a person's request to delete their account until it is deleted, 0 to 30: time to take back what somebody else asked for in their name.",
        settings: {
          ERASURE_GRACE_DAYS: { unit: 'days' },
        },
      },
      {
        about:
          'Redis (7.0 or newer, or Valkey) that orders bids: no persistence, maxmemory set (docs/scaling.md), maxmemory-policy noeviction. Several addresses, separated by commas, are servers of one Redis Cluster (docs/scaling.md), all with cluster-require-full-coverage no; JOBS_REDIS_URL is then a server of its own.',
        settings: {
          REDIS_URL: { sample: 'redis://127.0.0.1:6391' },
        },
      },
      {
        about: 'The one address above belongs to a Redis Cluster, which names the others.',
        settings: {
          REDIS_CLUSTER: {},
        },
      },
      {
        about:
          'Redis for queues, sessions and limits: append-only file, maxmemory-policy noeviction. REDIS_URL when not given.',
        settings: {
          JOBS_REDIS_URL: { sample: 'redis://127.0.0.1:6392' },
        },
      },
      {
        about: 'Prefix of every key, so that two installations may share a server.',
        settings: {
          REDIS_NAMESPACE: {},
        },
      },
      {
        about: 'Logical partitions of the running lots. Chosen once per installation and never changed.',
        settings: {
          PARTITIONS: { unit: 'partitions', restart: 'never' },
        },
      },
      {
        about: 'Folder for secrets the installation makes for itself when none are given.',
        settings: {
          DATA_FOLDER: {},
        },
      },
    ],
  },
  {
    title: 'Addresses',
    entries: [
      {
        about:
          'Address people type, without a slash at the end; an https: address makes cookies secure. Other than on the loopback it must be one.',
        settings: {
          PUBLIC_URL: { sample: 'http://localhost:3000' },
        },
      },
      {
        about:
          "Port of the web process, and the network address its sites listen on: every interface, but 127.0.0.1 and [::1] alone where local stand-ins run, because they show everybody's codes. Another address there puts a warning on every page.",
        settings: {
          PORT: { unit: 'port' },
          HOST: { sample: '127.0.0.1' },
        },
      },
      {
        about: 'Where health and metrics of processes without a site answer; 0 takes any free port.',
        settings: {
          ADMIN_PORT: { sample: '9100', unit: 'port' },
        },
      },
      {
        about: 'Further origins that may call the API and open sockets, separated by commas.',
        settings: {
          ALLOWED_ORIGINS: {},
        },
      },
      {
        about:
          'Number of reverse proxies in front of the web process: as many X-Forwarded-For entries are believed, and X-Request-Id where there is one.',
        settings: {
          TRUST_PROXY: { unit: 'proxies' },
        },
      },
      {
        about:
          'Process types to run in this process, separated by commas: web, journal, worker, clock, identity, demo. All by default.',
        settings: {
          PROCESSES: { sample: 'web,journal' },
        },
      },
    ],
  },
  {
    title: 'Running it',
    entries: [
      {
        about: 'trace, debug, info, warn, error, fatal or silent.',
        settings: {
          LOG_LEVEL: {},
        },
      },
      {
        about:
          'Address of a collector of OpenTelemetry traces (OTLP over HTTP with JSON, without /v1/traces), and the share of bids and requests that are sent there, from 0 to 1. Without an address nothing is traced and nothing of it is loaded (docs/operations.md#traces).',
        settings: {
          OTEL_EXPORTER_OTLP_ENDPOINT: { sample: 'http://127.0.0.1:4318' },
          OTEL_TRACES_SAMPLER_ARG: { unit: 'share' },
        },
      },
      {
        about:
          'Asks for `Authorization: Bearer …` at /metrics; 32 characters or more on an installation, 16 elsewhere.',
        settings: {
          METRICS_TOKEN: {},
          METRICS_TOKEN_PREVIOUS: {},
        },
      },
      {
        about:
          'Multiplies every rate limit and the three caps below; benchmarks set and print it. Above 10 an installation does not start.',
        settings: {
          RATE_LIMIT_FACTOR: { unit: 'times' },
        },
      },
      {
        about:
          'Whether load tools on other machines may load this installation (loadtest/README.md): they ask for it before they begin.',
        settings: { LOAD_TESTS: { restart: 'web' } },
      },
      {
        about:
          'Open sockets of one session, one person and one address (behind a proxy set TRUST_PROXY, or all visitors are one).',
        settings: {
          SOCKETS_PER_SESSION: { sample: '12', unit: 'sockets', restart: 'web' },
          SOCKETS_PER_PERSON: { sample: '30', unit: 'sockets', restart: 'web' },
          SOCKETS_PER_ADDRESS: { sample: '1000', unit: 'sockets', restart: 'web' },
        },
      },
      {
        about: 'Shown to people who need help.',
        settings: {
          SUPPORT_PHONE: {},
          SUPPORT_EMAIL: {},
        },
      },
      {
        about:
          'Where weaknesses are reported, an address that begins with mailto: or https:, for /.well-known/security.txt. SUPPORT_EMAIL unless given.',
        settings: { SECURITY_CONTACT: { sample: 'mailto:security@savdo.example', restart: 'web' } },
      },
      {
        about:
          "The operator's account that buyers of sold lots pay to by a bank's payment order; without all five that way is left out.",
        settings: {
          OPERATOR_NAME: { sample: 'Savdo MCHJ' },
          OPERATOR_STIR: { sample: '300000005' },
          OPERATOR_BANK: { sample: 'Namuna bank' },
          OPERATOR_ACCOUNT: { sample: '20208000900000000001' },
          OPERATOR_MFO: { sample: '00014' },
        },
      },
      {
        about:
          'The office people may come to, shown on the contact page; without an address it is left out. The first is in Uzbek.',
        settings: {
          OFFICE_ADDRESS: { sample: 'Toshkent shahri, Namuna koʻchasi, 1-uy', restart: 'web' },
          OFFICE_ADDRESS_RU: { sample: 'г. Ташкент, ул. Намуна, дом 1', restart: 'web' },
          OFFICE_ADDRESS_EN: { sample: '1 Namuna Street, Tashkent', restart: 'web' },
          OFFICE_PLACE: { sample: '41.3111,69.2797', restart: 'web' },
        },
      },
    ],
  },
  {
    title: 'Uploaded files',
    entries: [
      {
        about:
          'Folder of uploaded photos and documents: shared by all web and worker processes, and part of the backup. DATA_FOLDER/files when not given. Uploads under way are in DATA_FOLDER/uploads.',
        settings: {
          FILES_FOLDER: { sample: '/var/lib/savdo/files' },
        },
      },
      {
        about:
          'MiB a second of all uploads of one web process together: uploads wait, bids do not. A photo of 10 MB alone takes little more than a second; a machine with more cores or a faster disk can take more.',
        settings: {
          UPLOAD_MIB_PER_SECOND: { unit: 'MiB/s' },
        },
      },
      {
        about: 'MiB that one person may upload in a day; an order has 40 at most. Deleted files count too.',
        settings: {
          UPLOAD_MIB_A_DAY: { unit: 'MiB' },
        },
      },
      {
        about:
          "Seconds of a processor an hour that the inspection of one person's files may take; beyond it the answer is 429. A photo takes one or two.",
        settings: {
          INSPECTION_SECONDS_AN_HOUR: { unit: 'seconds' },
        },
      },
      {
        about:
          "A service that speaks S3 instead of the folder. The bucket exists and is private: everything is served by the platform. Without an address it is Amazon's own of that region.",
        settings: {
          S3_ENDPOINT: { sample: 'https://s3.example.uz' },
          S3_REGION: {},
          S3_BUCKET: { sample: 'savdo-files' },
          S3_ACCESS_KEY_ID: {},
          S3_SECRET_ACCESS_KEY: {},
        },
      },
      {
        about:
          "ClamAV's daemon, as host:port or the path of its socket. Without it uploads are not scanned for malware, which /readyz says; with it they are refused while it is away.",
        settings: {
          CLAMD_ADDRESS: { sample: '127.0.0.1:3310' },
        },
      },
    ],
  },
];
