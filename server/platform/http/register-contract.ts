import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { z } from 'zod';
import {
  AS_OF_HEADER,
  OTHER_PERSON,
  PAGE_PERSON_HEADER,
  REFUSAL_STATUSES,
  type Contract,
  type Role,
} from '#shared/api/contract.ts';
import { scopeCovers } from '#shared/api/token-scopes.ts';
import { ACCOUNT_NAMED, HIDDEN_MARKS } from '#shared/api/written-texts.ts';
import { badRequest, conflict, forbidden, RequestError } from '../errors/index.ts';
import { isFreshSignIn, isSignInOfShift, isPageOfAnother, type Session } from '../sessions/index.ts';
import { addressOf } from './client-address.ts';
import { type HttpApp } from './app.ts';
import { asExpress } from './as-express.ts';
import { type Call, type Handler, Reply } from './call.ts';
import { addHeader } from './raw-headers.ts';
import { languageOf } from './request-language.ts';
import type { Serve } from './exact-routes.ts';
import { sendAnswer } from './send-answer.ts';
import { setUserCookie } from './session-cookies.ts';
import { forgetSession, hasInvalidToken, noSessionOf, sessionInRoom, sessionOf } from './request-session.ts';
import { markWrite, mayHaveWritten } from './own-writes.ts';
import { refusalCodes } from './refusal-codes.ts';
import { demandProvenStaff, demandSubject, judgeSubject } from './staff-subject.ts';

declare module 'http' {
  interface IncomingMessage {
    /** Path of the contract that answers the request, its parameters by name (`/api/shop/lots/:id`). */
    matchedRoute?: string;
  }
}

/** An object schema that refuses what it does not name, whatever the contract's author wrote. */
function strictly(schema: z.ZodType | undefined): z.ZodType {
  if (!schema || schema instanceof z.ZodNever) return z.strictObject({});
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

/** Rules of written texts that people can mend: each has a sentence of its own. */
const OF_TEXTS = [HIDDEN_MARKS, ACCOUNT_NAMED] as const;
const ruleOf = ({ code, message }: z.core.$ZodIssue) =>
  code === 'custom' ? OF_TEXTS.find((rule) => rule === message) : undefined;

type Part = 'params' | 'query' | 'body';

/** Parses a part of requests by its schema; a part that a contract does not have must be empty. */
function parserOf(given: z.ZodType | undefined, part: Part): (value: unknown) => unknown {
  const schema = strictly(given);
  const absent = !given || given instanceof z.ZodNever;
  const nothing = {};
  return (value) => {
    if (absent && isEmpty(value)) return nothing;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const fields = result.error.issues.slice(0, 20).map((issue) => ({
      field: [part, ...issue.path].join('.'),
      // A code and no sentence: the library's sentences are in English only; people read the error's `message`.
      problem: ruleOf(issue) ?? issue.code,
    }));
    const broken = OF_TEXTS.find((rule) => result.error.issues.some((issue) => ruleOf(issue) === rule));
    throw badRequest(broken ?? 'malformed', { details: { fields } });
  };
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return false;
  return true;
}

/** Does the token of a program open the call? A session without one is a person's own. */
const tokenOpens = ({ token }: Contract, session: Session | null): boolean =>
  !session?.token || (token !== undefined && scopeCovers(session.token.scope, token));

function checkAccess(contract: Contract, session: Session | null, req: IncomingMessage): void {
  const { access } = contract;
  if (access === 'public') return;
  if (!session) throw noSessionOf(req);
  if (!tokenOpens(contract, session)) throw forbidden('token-scope');
  if (access === 'signed-in') return;
  const has = (roles: readonly Role[]) => access.roles.some((role) => roles.includes(role));
  if (has(session.person.roles)) return;
  throw has(session.withheld) ? forbidden('second-factor') : forbidden();
}

/**
 * A page that was made for one person does not act for another who has signed in meanwhile in the same browser. The answer
 * brings the readable cookies of the session, so that the reloaded page is the new person's.
 */
function checkPagePerson(app: HttpApp, session: Session | null, req: IncomingMessage, res: ServerResponse) {
  if (!session || !isPageOfAnother(req.headers[PAGE_PERSON_HEADER], session.person.personId)) return;
  setUserCookie(asExpress(app.express, req, res).res, session.person, app.secure);
  throw conflict(OTHER_PERSON);
}

/** Some decisions of staff ask for a password typed just now, or today. Reading never does. */
function checkFreshness({ access, method }: Contract, session: Session | null): void {
  if (typeof access !== 'object' || !access.fresh || method === 'get') return;
  const isRecent = access.fresh === 'shift' ? isSignInOfShift : isFreshSignIn;
  if (!session || !isRecent(session, Date.now())) throw forbidden('sign-in-again');
}

function checkMediaType(name: string, file: Contract['file'], type: string): void {
  const isJson = type.startsWith('application/json');
  const said = file?.some((each) => each === type || (each.endsWith('/*') && isWithin(each, type)));
  if (!(said ?? isJson)) throw new Error(`the contract of ${name} does not say that it answers ${type}`);
}

const isWithin = (range: string, type: string): boolean =>
  range === '*/*' || type.startsWith(range.slice(0, -1));

/** Throws where an answer is not what the contract, and so the printed description, says of it. */
function checkAnswer({ name, answer: schema, elsewhere, file }: Contract, answer: unknown): void {
  if (!(answer instanceof Reply)) schema.parse(answer);
  else if (answer.status === 200) checkMediaType(name, file, answer.headers['Content-Type'] ?? '');
  else if (answer.status === 503) {
    if (!elsewhere) throw new Error(`the contract of ${name} does not say that it answers 503`);
    schema.parse(JSON.parse(String(answer.body)));
  }
}

/** Throws another error where a handler refuses by a status and code that the contract does not list. */
async function withinRefusals<Answer>(
  contract: Contract,
  handled: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await handled();
  } catch (error) {
    // What is listed is answered as it is.
    if (!(error instanceof RequestError)) throw error;
    const { status, code } = error;
    const coded = REFUSAL_STATUSES.find((each) => each === status);
    if (coded === undefined || refusalCodes(contract, coded).includes(code)) throw error;
    throw new Error(`the contract of ${contract.name} does not say that it refuses by ${status} ${code}`, {
      cause: error,
    });
  }
}

/**
 * Serves one contract. See ./index.ts for what happens before the handler. Throws at start when the method and path are
 * already served, or when a call of staff that changes something does not say what it is about.
 */
export function registerContract<C extends Contract>(app: HttpApp, contract: C, handler: Handler<C>): void {
  demandSubject(contract);
  app.claim(contract);
  const params = parserOf(contract.params, 'params');
  const query = parserOf(contract.query, 'query');
  const body = parserOf(contract.body, 'body');
  const limit = app.limiter(contract);

  const schemas = { params: strictly(contract.params), query: strictly(contract.query) };
  app.publicReads.add(contract, schemas, handler as Handler<Contract>);

  const serve: Serve = async (req, res, asked) => {
    const startedAt = performance.now();
    req.matchedRoute = contract.path;
    res.once('finish', () => {
      app.onAnswered(contract, res.statusCode, (performance.now() - startedAt) / 1_000);
    });
    const reading = contract.anonymous ? null : app.knowSession(req);
    if (reading) await reading;
    const counting = limit(req, res);
    if (counting) await counting;
    const sent: unknown = (req as Request).body ?? {};
    const named = contract.inRoom === 'any' ? contract.inRoom : [asked.params, asked.query, sent];
    const found = contract.inRoom ? sessionInRoom(req, named) : sessionOf(req);
    if (hasInvalidToken(req)) throw noSessionOf(req);
    // What everybody may call is called by a program as by a visitor, unless its token opens it.
    const session = contract.access === 'public' && !tokenOpens(contract, found) ? null : found;
    if (session || contract.access !== 'public') addHeader(res, 'Cache-Control', 'no-store');
    checkPagePerson(app, session, req, res);
    checkAccess(contract, session, req);
    checkFreshness(contract, session);
    const call = new OneCall(app, contract, req, res, session, {
      params: params(asked.params),
      query: query(asked.query),
      body: body(sent),
    });
    const { beforeStaffAction: judge, proxyHops } = app;
    await demandProvenStaff(contract, session, app.demandProven);
    await judgeSubject(contract, { judge, proxyHops }, { req, res, session, params: call.params });
    const lagging =
      contract.mayLag && app.reads
        ? app.reads.begin({ afterOwnWrite: mayHaveWritten(req, session, app.secure) })
        : null;
    const handle = () => handler(call as unknown as Call<C>);
    const handled = () => (lagging ? lagging.run(handle) : handle());
    const answer = app.checkAnswers ? await withinRefusals(contract, handled) : await handled();
    if (app.checkAnswers) checkAnswer(contract, answer);
    if (lagging?.asOf) addHeader(res, AS_OF_HEADER, lagging.asOf.toISOString());
    if (app.reads && contract.method !== 'get' && !(answer instanceof Reply && answer.status >= 400))
      markWrite(asExpress(app.express, req, res).res, app.secure, app.reads.ownWriteSeconds!);
    sendAnswer(app.express, req, res, answer);
  };

  app.exactRoutes.add(contract, serve);
  app.api[contract.method](contract.path, (req: Request, res) =>
    serve(req, res, { params: req.params as Record<string, string>, query: req.query }),
  );
}

/** A call as its handler sees it; rarely used fields are computed on access. */
class OneCall {
  readonly contract: Contract;
  readonly session: Session | null;
  readonly person: Session['person'] | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #app: Pick<HttpApp, 'express' | 'proxyHops' | 'knowSession'>;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;

  constructor(
    app: Pick<HttpApp, 'express' | 'proxyHops' | 'knowSession'>,
    contract: Contract,
    req: IncomingMessage,
    res: ServerResponse,
    session: Session | null,
    parsed: { params: unknown; query: unknown; body: unknown },
  ) {
    this.#app = app;
    this.#req = req;
    this.#res = res;
    this.contract = contract;
    this.session = session;
    this.person = session?.person ?? null;
    this.params = parsed.params;
    this.query = parsed.query;
    this.body = parsed.body;
  }

  signedIn(): Session['person'] {
    if (!this.person) throw noSessionOf(this.#req);
    return this.person;
  }

  async mustStillBeAllowed(): Promise<void> {
    forgetSession(this.#req);
    await this.#app.knowSession(this.#req);
    checkAccess(this.contract, sessionOf(this.#req), this.#req);
  }

  get language() {
    return languageOf(this.#req);
  }

  get requestId(): string {
    return this.#req.id ?? '';
  }

  get address(): string {
    return addressOf(this.#req, this.#app.proxyHops);
  }

  get req() {
    return asExpress(this.#app.express, this.#req, this.#res).req;
  }

  get res() {
    return asExpress(this.#app.express, this.#req, this.#res).res;
  }
}
