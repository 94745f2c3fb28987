import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { notFound } from '../errors/index.ts';
import { addressList } from './address-list.ts';
import { addressOf } from './client-address.ts';

const LOOPBACK = /^(::1$|127\.|::ffff:127\.)/;
/** Headers by which proxies name the client. A request with one need not come from this machine. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

const comesDirectly = ({ headers }: IncomingMessage): boolean =>
  PROXY_HEADERS.every((name) => headers[name] === undefined);

/** A program on this machine that calls directly, not through a proxy. Headers can only withdraw that. */
export const isLocalCaller = (req: IncomingMessage): boolean =>
  LOOPBACK.test(req.socket.remoteAddress ?? '') && comesDirectly(req);

/**
 * Is the client's address known? Behind a proxy that is not trusted, or that does not name its client, the nearest address
 * is the proxy's own.
 */
const isAddressKnown = (req: IncomingMessage, proxyHops: number): boolean =>
  comesDirectly(req) || (proxyHops > 0 && req.headers['x-forwarded-for'] !== undefined);

/**
 * Lets through callers of this machine and of the listed addresses; for others the path does not exist.
 * @param further single addresses, `from-to` or `net/bits`, as seen through `proxyHops` trusted proxies
 */
export function localOnly(further: readonly string[], proxyHops: number): RequestHandler {
  const isListed = further.length > 0 ? addressList(further) : () => false;
  return (req, _res, next) => {
    const listed = isAddressKnown(req, proxyHops) && isListed(addressOf(req, proxyHops));
    if (!isLocalCaller(req) && !listed) throw notFound();
    next();
  };
}
