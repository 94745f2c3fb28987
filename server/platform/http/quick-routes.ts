import type { RequestHandler } from 'express';
import type { Contract } from '#shared/api/contract.ts';

/** Data only: pages and files pass whatever else stands before them in the router. */
const DATA = '/api/';
/** An address that ends in one parameter, and has no other. */
const ENDS_IN_PARAMETER = /^([^:*{}]*\/):(\w+)$/;
/** Everything else is left to the router, which also knows what is malformed. */
const PLAIN_VALUE = /^[\w-]+$/;

interface Quick {
  handler: RequestHandler;
  parameter: string | null;
}

/**
 * Finds the contract of an address written just as the contract writes it in one look, where the router tries route after
 * route. Other spellings it takes for the same (case, a slash at the end, escapes) are left to the router.
 */
export class QuickRoutes {
  readonly #routes = new Map<string, Quick>();

  add({ method, path }: Contract, handler: RequestHandler): void {
    if (!path.startsWith(DATA)) return;
    const key = method.toUpperCase();
    const [, beginning, parameter] = ENDS_IN_PARAMETER.exec(path) ?? [];
    if (beginning && parameter) this.#routes.set(`${key} ${beginning}:`, { handler, parameter });
    else if (!/[:*{}]/.test(path)) this.#routes.set(`${key} ${path}`, { handler, parameter: null });
  }

  /** A step of Express, before the router. */
  readonly serve: RequestHandler = (req, res, next) => {
    const { method, path } = req;
    const exact = this.#routes.get(`${method} ${path}`);
    if (exact) {
      if (exact.parameter !== null) return next();
      return exact.handler(req, res, next);
    }
    const end = path.lastIndexOf('/') + 1;
    const value = path.slice(end);
    const found = this.#routes.get(`${method} ${path.slice(0, end)}:`);
    if (!found || found.parameter === null || !PLAIN_VALUE.test(value)) return next();
    req.params = { [found.parameter]: value };
    return found.handler(req, res, next);
  };
}
