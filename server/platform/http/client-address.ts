import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';

/** One household or office, not one device: IPv6 addresses are grouped. */
const IPV6_GROUP = 56;

/** The address that counts are made by: itself, or its IPv6 network. */
export const networkOf = (address: string): string => ipKeyGenerator(address, IPV6_GROUP);

/** Spaces in an address list. */
const AROUND = /^ +| +$/g;

/** Prefix of an IPv4 client on an IPv6 socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Client address as seen through an exact number of trusted proxies; entries further left in X-Forwarded-For can be
 * forged.
 */
export const addressOf = (req: IncomingMessage, proxyHops: number): string =>
  seenThrough(req, proxyHops).replace(MAPPED, '');

function seenThrough(req: IncomingMessage, proxyHops: number): string {
  const nearest = req.socket.remoteAddress ?? '';
  const forwarded = req.headers['x-forwarded-for'];
  if (proxyHops === 0 || forwarded === undefined) return nearest;
  const addresses = String(forwarded)
    .split(',')
    .map((one) => one.replace(AROUND, ''))
    .filter((one) => one !== '');
  return addresses.length === 0 ? nearest : (addresses[Math.max(0, addresses.length - proxyHops)] as string);
}
