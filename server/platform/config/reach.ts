import type { Variables } from './variables.ts';

/** From where this installation can be reached, and under which names. */
export interface Reach {
  /** Network addresses to listen on; null: every one. */
  listenOn: readonly string[] | null;
  /** Host names the sites answer to, as `URL.hostname` writes them; null: any. */
  hostNames: ReadonlySet<string> | null;
  /** Stand-ins run, and HOST lets other machines in. */
  standInsExposed: boolean;
  /** Addresses beside this machine from which the stand-ins' pages may be opened. */
  standInAddresses: readonly string[];
}

/** Both loopbacks: browsers take either for `localhost`. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '[::]']);

const nameOf = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/**
 * With stand-ins anybody can read everybody's codes, so such an installation listens on the loopback unless HOST says
 * otherwise, and answers to its own names only: a foreign page whose name resolves to this machine (DNS rebinding) would
 * otherwise read it through its visitor's browser. Ports do not matter there, and tunnels change them.
 */
export function reachOf(
  v: Pick<Variables, 'HOST' | 'ALLOWED_ORIGINS' | 'STAND_IN_ADDRESSES'>,
  twinsAllowed: boolean,
  addresses: readonly string[],
): Reach {
  const standInAddresses = v.STAND_IN_ADDRESSES;
  if (!twinsAllowed)
    return { listenOn: v.HOST ? [v.HOST] : null, hostNames: null, standInsExposed: false, standInAddresses };
  const named = [...addresses, ...v.ALLOWED_ORIGINS].map((address) => new URL(address).hostname);
  const own = v.HOST && !EVERY_INTERFACE.has(v.HOST) ? [nameOf(v.HOST)] : [];
  return {
    listenOn: v.HOST ? [v.HOST] : LOOPBACK_ADDRESSES,
    hostNames: new Set([...LOOPBACK_NAMES, ...named, ...own]),
    standInsExposed: v.HOST !== undefined && !LOOPBACK_NAMES.includes(nameOf(v.HOST)),
    standInAddresses,
  };
}
