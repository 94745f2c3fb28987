import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';

/** One household or office, not one device: IPv6 addresses are grouped. */
const IPV6_GROUP = 56;

/** What an address counts as: itself, or its IPv6 network. */
export const networkOf = (address: string): string => ipKeyGenerator(address, IPV6_GROUP);

/** Of an address list only spaces are no part of an address. */
const AROUND = /^ +| +$/g;

/** An IPv4 client of an IPv6 socket: the prefix says nothing of the client. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Client address as seen through an exact number of trusted proxies; what stands further left in X-Forwarded-For anybody
 * can write.
 */
export const addressOf = (req: IncomingMessage, proxyHops: number): string =>
  seenThrough(req, proxyHops).replace(MAPPED, '');

function seenThrough(req: IncomingMessage, proxyHops: number): string {
  const nearest = req.socket.remoteAddress ?? '';
  const forwarded = req.headers['x-forwarded-for'];
  if (proxyHops === 0 || forwarded === undefined) return nearest;
  const told = String(forwarded)
    .split(',')
    .map((one) => one.replace(AROUND, ''))
    .filter((one) => one !== '');
  return told.length === 0 ? nearest : (told[Math.max(0, told.length - proxyHops)] as string);
}
