import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Access, Contract } from '#shared/api/contract.ts';
import { badRequest, forbidden, noSession } from '../errors/index.ts';
import type { Session } from '../sessions/index.ts';
import { type HttpApp } from './app.ts';
import { type Call, type Handler, Reply } from './call.ts';
import { languageOf } from './language-of.ts';
import { sessionOf } from './session-of.ts';

/** An object schema that refuses what it does not name, whatever the contract's author wrote. */
function strictly(schema: z.ZodType | undefined): z.ZodType {
  if (!schema || schema instanceof z.ZodNever) return z.strictObject({});
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

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
      problem: issue.code,
      message: issue.message,
    }));
    throw badRequest('malformed', { details: { fields } });
  };
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return false;
  return true;
}

function checkAccess(access: Access, session: Session | null): void {
  if (access === 'public') return;
  if (!session) throw noSession();
  if (access === 'signed-in') return;
  if (!access.roles.some((role) => session.person.roles.includes(role))) throw forbidden();
}

function send(req: Request, res: Response, value: unknown): void {
  if (!(value instanceof Reply)) {
    res.json(value);
    return;
  }
  const { status, headers, body } = value;
  // Finished bytes with their tag, and nobody asks whether they have changed: nothing is left to work out.
  if (Buffer.isBuffer(body) && headers.ETag !== undefined && !isConditional(req)) {
    res.statusCode = status;
    for (const name in headers) res.setHeader(name, headers[name] as string);
    res.setHeader('Content-Length', body.length);
    res.end(body);
    return;
  }
  res.status(status).set(headers);
  if (body === null) res.end();
  else res.send(body);
}

const isConditional = (req: Request): boolean =>
  req.method !== 'GET' ||
  req.headers['if-none-match'] !== undefined ||
  req.headers['if-modified-since'] !== undefined;

/**
 * Serves one contract. See ./index.ts for what happens before the handler. Throws at start when the method and path are
 * already served.
 */
export function registerContract<C extends Contract>(app: HttpApp, contract: C, handler: Handler<C>): void {
  app.claim(contract);
  const params = parserOf(contract.params, 'params');
  const query = parserOf(contract.query, 'query');
  const body = parserOf(contract.body, 'body');
  const limit = app.limiter(contract);

  const schemas = { params: strictly(contract.params), query: strictly(contract.query) };
  app.visitorReads.add(contract, schemas, handler as Handler<Contract>);

  const serve: RequestHandler = async (req: Request, res: Response) => {
    const startedAt = performance.now();
    res.once('finish', () => {
      app.onAnswered(contract, res.statusCode, (performance.now() - startedAt) / 1_000);
    });
    const reading = app.knowSession(req);
    if (reading) await reading;
    const counting = limit(req, res);
    if (counting) await counting;
    const session = sessionOf(req);
    if (session || contract.access !== 'public') res.setHeader('Cache-Control', 'no-store');
    checkAccess(contract.access, session);
    const call = {
      contract,
      params: params(req.params),
      query: query(req.query),
      body: body(req.body ?? {}),
      person: session?.person ?? null,
      session,
      signedIn() {
        if (!session) throw noSession();
        return session.person;
      },
      get language() {
        return languageOf(req);
      },
      requestId: req.id ?? '',
      get address() {
        return req.ip ?? '';
      },
      req,
      res,
    } as unknown as Call<C>;
    const answer = await handler(call);
    if (app.checkAnswers && !(answer instanceof Reply)) contract.answer.parse(answer);
    send(req, res, answer);
  };

  app.quick.add(contract, serve);
  app.api[contract.method](contract.path, serve);
}
