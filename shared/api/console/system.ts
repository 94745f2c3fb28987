import { z } from 'zod';
import { contract } from '../contract.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenLine } from '../written-texts.ts';

/** What is to be seen to; each has its meaning for people and its remedy among the texts of the page. */
const SYSTEM_CONCERNS = [
  'process-silent',
  'process-slow',
  'process-cut-off',
  'versions-differ',
  'database-away',
  'database-connections',
  'statement-long',
  'redis-away',
  'redis-memory',
  'journal-failing',
  'jobs-failed',
  'events-late',
  'gateway-failing',
  'files',
] as const;
export type SystemConcern = (typeof SYSTEM_CONCERNS)[number];

const processSchema = z.object({
  id: z.string(),
  /** Its process types, as `clock+worker+web`. */
  types: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  commit: z.string().nullable(),
  startedAtMs: z.int(),
  reportedAtMs: z.int(),
  /** It reports no more, and did not end in order. */
  silent: z.boolean(),
  /** How late its event loop came in the last ten seconds, at the 99th percentile. */
  loopDelayMs: z.int(),
  memoryBytes: z.int(),
  /** Calls that wait for a connection to PostgreSQL. */
  waitingForDatabase: z.int(),
  /** Servers that it does not reach. */
  unreached: z.array(z.string()),
  /** Of one that commits bids; `failingMs`: for how long its commits have failed. */
  journal: z.object({ partitions: z.int(), failingMs: z.int() }).nullable(),
});
export type SystemProcess = z.infer<typeof processSchema>;

const databaseSchema = z.object({
  version: z.string(),
  sizeBytes: z.int(),
  connections: z.int(),
  connectionsMax: z.int(),
  /** Standbys follow it; `synchronous`: a commit waits for one of them. */
  standbys: z.boolean(),
  synchronous: z.boolean(),
  /** Statements that have run for more than a second, the longest first; without their values. */
  longStatements: z.array(z.object({ pid: z.int(), process: z.string(), forMs: z.int(), text: z.string() })),
});

const redisSchema = z.object({
  role: z.enum(['auction', 'jobs']),
  /** Host and port. */
  server: z.string(),
  /** null: it does not answer. */
  found: z
    .object({
      version: z.string(),
      replicas: z.int(),
      usedBytes: z.int(),
      /** 0: no limit is set. */
      maxBytes: z.int(),
      answerMs: z.int(),
    })
    .nullable(),
});
export type SystemRedis = z.infer<typeof redisSchema>;

const failedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.int(),
  reason: z.string(),
  failedAtMs: z.int(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

const gatewaySchema = z.object({
  gateway: z.string(),
  goodAtMs: z.int().nullable(),
  badAtMs: z.int().nullable(),
});
export type SystemGateway = z.infer<typeof gatewaySchema>;

const systemSchema = z.object({
  serverAtMs: z.int(),
  /** With what each is about: a process, a server, a gateway; '' where the name says it all. */
  concerns: z.array(z.object({ concern: z.enum(SYSTEM_CONCERNS), about: z.string() })),
  /** null: the jobs Redis does not answer, where processes report. */
  processes: z.array(processSchema).nullable(),
  /** null: it does not answer. */
  database: databaseSchema.nullable(),
  redis: z.array(redisSchema),
  /** null: the jobs Redis does not answer. */
  jobs: z
    .object({
      waiting: z.int(),
      active: z.int(),
      delayed: z.int(),
      failedCount: z.int(),
      /** The last fifty. */
      failed: z.array(failedJobSchema),
    })
    .nullable(),
  /** Committed events that are due and not delivered, and for how long the oldest waits; null: PostgreSQL does not answer. */
  events: z.object({ waiting: z.int(), oldestMs: z.int().nullable() }).nullable(),
  gateways: z.array(gatewaySchema),
  files: z.object({ place: z.string(), warnings: z.array(z.string()) }),
});
export type System = z.infer<typeof systemSchema>;

/** Answered with what can be read while servers are away. */
export const readSystem = contract({
  name: 'console.system',
  refusals: {},
  method: 'get',
  path: '/api/console/system',
  summary: 'Processes, servers, queues and gateways of the platform, and what is to be seen to',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readSystem },
  rateLimit: { perMinute: 60 },
  answer: systemSchema,
});

/** 404 where no such job has failed: it was tried again meanwhile, or is older than a month. */
export const retryJob = contract({
  name: 'console.retry-job',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/console/system/retry-job',
  summary: 'Try a failed job again, with all its attempts',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.retryJobs },
  rateLimit: { perMinute: 60 },
  subject: 'none',
  body: z.strictObject({ id: z.string().regex(/^[\w.-]{1,200}$/), reason: writtenLine(3, 500) }),
  answer: z.object({ queued: z.literal(true) }),
});

export const systemContracts = [readSystem, retryJob];
