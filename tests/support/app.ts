import type { RequestListener } from 'node:http';
import { createHttpApp, listen, type HttpApp, type HttpAppOptions } from '#server/platform/http/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import {
  createSessionStore,
  sessionCookieName,
  type Session,
  type SessionPerson,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import { testJobsRedis, type TestJobsRedis } from './services.ts';

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with whatever content type the headers name. */
  rawBody?: string;
  headers?: Record<string, string>;
  /** Cookie header, e.g. of `signIn()`. */
  cookie?: string;
  /** Leave the custom header out, as a foreign page would. */
  withoutOwnHeader?: boolean;
}

export interface CallAnswer {
  status: number;
  /** Parsed JSON, or the text. */
  body: any;
  headers: Headers;
}

export interface TestApp {
  url: string;
  app: HttpApp;
  sessions: SessionStore;
  jobs: TestJobsRedis;
  /** Starts a session as somebody; unnamed fields are a plain buyer's. */
  signIn(
    person?: Partial<SessionPerson>,
  ): Promise<{ cookie: string; session: Session; person: SessionPerson }>;
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  close(): Promise<void>;
}

/** Calls a running server as our own page would. */
export async function callServer(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<CallAnswer> {
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(options.withoutOwnHeader ? {} : { 'x-savdo': '1' }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: json ? JSON.parse(text) : text, headers: answer.headers };
}

let people = 0;

export const somebody = (person: Partial<SessionPerson> = {}): SessionPerson => ({
  personId: `person-${process.pid}-${(people += 1)}`,
  roles: ['buyer'],
  language: 'uz',
  name: 'Test Person',
  userName: 'test.person',
  percentage: 100,
  ...person,
});

/** A real server on a free port with the given routes, real sessions and limits, and answers checked by their contracts. */
export async function startTestApp(
  register: (app: HttpApp, jobs: TestJobsRedis) => void,
  options: Partial<HttpAppOptions> = {},
): Promise<TestApp> {
  const jobs = testJobsRedis();
  const sessions = options.sessions ?? createSessionStore(jobs.redis, jobs.subscriber, jobs.namespace);
  let handler: RequestListener = (_req, res) => res.writeHead(503).end();
  const listening = await listen((req, res) => handler(req, res), { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  const app = createHttpApp({
    publicUrl: url,
    proxyHops: 0,
    sessions,
    redis: jobs.redis,
    namespace: jobs.namespace,
    logger: createLogger({ level: 'silent' }),
    texts: loadTexts(),
    checkAnswers: true,
    clientFolder: null,
    rateLimitFactor: 1_000,
    ...options,
  });
  register(app, jobs);
  handler = app.listener;
  return {
    url,
    app,
    sessions,
    jobs,
    async signIn(given = {}) {
      const person = somebody(given);
      const { secret, session } = await sessions.create(person);
      const secure = new URL(options.publicUrl ?? url).protocol === 'https:';
      return { cookie: `${sessionCookieName(secure)}=${secret}`, session, person };
    },
    call: (method, path, callOptions) => callServer(url, method, path, callOptions),
    async close() {
      await listening.close(0);
      await sessions.close();
      jobs.close();
    },
  };
}
