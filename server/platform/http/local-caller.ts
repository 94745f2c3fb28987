import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { notFound } from '../errors/index.ts';
import { addressList } from './address-list.ts';
import { addressOf } from './address-of.ts';

const LOOPBACK = /^(::1$|127\.|::ffff:127\.)/;
/** Headers by which proxies name the caller. Whoever sends one is not, or need not be, on this machine. */
const FROM_ELSEWHERE = [
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

/** A program on this machine that speaks to us directly. What a header says can only take that away. */
export const isLocalCaller = (req: IncomingMessage): boolean =>
  LOOPBACK.test(req.socket.remoteAddress ?? '') &&
  FROM_ELSEWHERE.every((name) => req.headers[name] === undefined);

/**
 * Lets through callers of this machine and of the listed addresses; for others the path does not exist.
 * @param further single addresses, `from-to` or `net/bits`, as seen through `proxyHops` trusted proxies
 */
export function localOnly(further: readonly string[], proxyHops: number): RequestHandler {
  const isListed = further.length > 0 ? addressList(further) : () => false;
  return (req, _res, next) => {
    if (!isLocalCaller(req) && !isListed(addressOf(req, proxyHops))) throw notFound();
    next();
  };
}
