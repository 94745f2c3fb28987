import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Contract } from '#shared/api/contract.ts';

/** Data only: pages and files go through the router. */
const DATA = '/api/';
/** An address that ends in one parameter, and has no other. */
const ENDS_IN_PARAMETER = /^([^:*{}]*\/):(\w+)$/;
/** Any other value is left to the router, which also detects malformed ones. */
const PLAIN_VALUE = /^[\w-]+$/;

/** Parameters and query of an address. */
interface Asked {
  params: Record<string, string>;
  query: unknown;
}

/** Answers a call of one contract; rejects with the error to be answered. */
export type Serve = (req: IncomingMessage, res: ServerResponse, asked: Asked) => Promise<void>;

interface Quick {
  serve: Serve;
  parameter: string | null;
}

const NO_PARAMS: Record<string, string> = Object.freeze({});

/**
 * Finds the contract of an address in one look-up, where the router tries route after route. Only addresses spelt exactly as
 * in the contract are found; other spellings of the same (case, a slash at the end, escapes) are left to the router.
 */
export class ExactRoutes {
  readonly #routes = new Map<string, Quick>();

  add({ method, path }: Contract, serve: Serve): void {
    if (!path.startsWith(DATA)) return;
    const key = method.toUpperCase();
    const [, beginning, parameter] = ENDS_IN_PARAMETER.exec(path) ?? [];
    if (beginning && parameter) this.#routes.set(`${key} ${beginning}:`, { serve, parameter });
    else if (!/[:*{}]/.test(path)) this.#routes.set(`${key} ${path}`, { serve, parameter: null });
  }

  /** @param path without the query */
  find(method: string, path: string): { serve: Serve; params: Record<string, string> } | null {
    const exact = this.#routes.get(`${method} ${path}`);
    if (exact) return exact.parameter === null ? { serve: exact.serve, params: NO_PARAMS } : null;
    const end = path.lastIndexOf('/') + 1;
    const value = path.slice(end);
    const found = this.#routes.get(`${method} ${path.slice(0, end)}:`);
    if (!found || found.parameter === null || !PLAIN_VALUE.test(value)) return null;
    return { serve: found.serve, params: { [found.parameter]: value } };
  }

  /** Express middleware, before the router. */
  readonly step: RequestHandler = (req, res, next) => {
    const found = this.find(req.method, req.path);
    if (!found) return next();
    return found.serve(req, res, { params: found.params, query: req.query });
  };
}
