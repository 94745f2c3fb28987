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

function parse(schema: z.ZodType, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, 20).map((issue) => ({
    field: [part, ...issue.path].join('.'),
    problem: issue.code,
    message: issue.message,
  }));
  throw badRequest('malformed', { details: { fields } });
}

function checkAccess(access: Access, session: Session | null): void {
  if (access === 'public') return;
  if (!session) throw noSession();
  if (access === 'signed-in') return;
  if (!access.roles.some((role) => session.person.roles.includes(role))) throw forbidden();
}

function send(res: Response, value: unknown): void {
  if (!(value instanceof Reply)) {
    res.json(value);
    return;
  }
  res.status(value.status).set(value.headers);
  if (value.body === null) res.end();
  else res.send(value.body);
}

/**
 * Serves one contract. See ./index.ts for what happens before the handler. Throws at start when the method and path are
 * already served.
 */
export function registerContract<C extends Contract>(app: HttpApp, contract: C, handler: Handler<C>): void {
  app.claim(contract);
  const params = strictly(contract.params);
  const query = strictly(contract.query);
  const body = strictly(contract.body);

  app.visitorReads.add(contract, { params, query }, handler as Handler<Contract>);

  const serve: RequestHandler = async (req: Request, res: Response) => {
    const session = sessionOf(req);
    const call = {
      contract,
      params: parse(params, req.params, 'params'),
      query: parse(query, req.query, 'query'),
      body: parse(body, req.body ?? {}, 'body'),
      person: session?.person ?? null,
      session,
      signedIn() {
        if (!session) throw noSession();
        return session.person;
      },
      language: languageOf(req),
      requestId: String(req.id ?? ''),
      address: req.ip ?? '',
      req,
      res,
    } as unknown as Call<C>;
    const answer = await handler(call);
    if (app.checkAnswers && !(answer instanceof Reply)) contract.answer.parse(answer);
    send(res, answer);
  };

  const access: RequestHandler = (req, res, next) => {
    const session = sessionOf(req);
    if (session || contract.access !== 'public') res.set('Cache-Control', 'no-store');
    checkAccess(contract.access, session);
    next();
  };

  app.api[contract.method](
    contract.path,
    app.measure(contract),
    app.readSession,
    app.limit(contract),
    access,
    serve,
  );
}
