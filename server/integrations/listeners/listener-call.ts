import { lookup } from 'node:dns/promises';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './inside-addresses.ts';

/** The address is not one that we call; it stays so until its name resolves to another one. */
class AddressRefused extends Error {}

/** All addresses of a name. Rejects where there are none. */
type Resolve = (name: string) => Promise<string[]>;

interface ListenerCallsOptions {
  /** Of tests: a listener on this machine, with or without https and on any port. */
  toLoopback: boolean;
  resolve?: Resolve;
  /** Of the call, from after its name is resolved. */
  timeoutMs?: number;
  resolveTimeoutMs?: number;
  /** Certificate to trust instead of the public ones, PEM. */
  ca?: string;
}

export interface ListenerCalls {
  /** Rejects with `AddressRefused` where the address may not be called, with the resolver's error where the name is unknown, and where it is not resolved in time. */
  check(url: string): Promise<void>;
  /**
   * Sends a body and resolves with the status of the answer, whatever it is: a redirection is an answer too and is not
   * followed. Rejects as `check` does, and where no whole answer arrives in time. Of the answer 1 KiB is read at most.
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<number>;
}

const TIMEOUT_MS = 10_000;
const RESOLVE_TIMEOUT_MS = 5_000;
const MOST_BYTES = 1_024;
const HTTPS_PORT = 443;
/** Below it are the ports of other services of a machine. */
const OPEN_PORTS_FROM = 1_024;

const resolveByName: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** The look-up itself cannot be stopped: it ends unheard. */
async function resolveInTime(resolve: Resolve, name: string, limitMs: number): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`the name was not resolved in ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([resolve(name), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls to addresses that strangers have named: never to the inside of a network. */
export function createListenerCalls(options: ListenerCallsOptions): ListenerCalls {
  const { toLoopback, resolve = resolveByName, ca } = options;
  const { timeoutMs = TIMEOUT_MS, resolveTimeoutMs = RESOLVE_TIMEOUT_MS } = options;

  /** The address to connect to. Every address of the name is judged: one on the inside refuses all. */
  async function target(url: string): Promise<{ parsed: URL; address: string }> {
    const parsed = URL.parse(url);
    if (!parsed) throw new AddressRefused('no address');
    if (parsed.username || parsed.password || parsed.hash)
      throw new AddressRefused('user, password or fragment');
    // Numeric forms (2130706433, 0x7f.1) are plain addresses after parsing.
    const host = parsed.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await resolveInTime(resolve, host, resolveTimeoutMs);
    const [address] = addresses;
    if (address === undefined) throw new AddressRefused('the name has no address');
    if (toLoopback && addresses.every(isLoopbackAddress)) return { parsed, address };
    if (parsed.protocol !== 'https:') throw new AddressRefused('not https');
    const port = parsed.port === '' ? HTTPS_PORT : Number(parsed.port);
    if (port !== HTTPS_PORT && port < OPEN_PORTS_FROM) throw new AddressRefused(`port ${port}`);
    if (!addresses.every(isPublicAddress)) throw new AddressRefused('not an address of the public internet');
    return { parsed, address };
  }

  return {
    async check(url) {
      await target(url);
    },

    async post(url, headers, body) {
      const { parsed, address } = await target(url);
      const family = isIP(address);
      const send = parsed.protocol === 'https:' ? requestSecure : requestPlain;
      const signal = AbortSignal.timeout(timeoutMs);
      return new Promise((done, fail) => {
        const call = send(
          parsed,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
            signal,
            agent: false,
            // The name is not resolved a second time: what was judged is what is connected to.
            lookup: (_name, wanted, answer) =>
              wanted.all ? answer(null, [{ address, family }]) : answer(null, address, family),
            ...(ca === undefined ? {} : { ca }),
          },
          (answer) => void readShort(answer).then(done, fail),
        );
        call.on('error', fail);
        call.end(body);
      });
    },
  };
}

/** The status, once the answer has ended or more than a listener has to say was read. */
async function readShort(answer: IncomingMessage): Promise<number> {
  let read = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    read += part.length;
    // Leaving the loop ends the connection.
    if (read > MOST_BYTES) break;
  }
  return answer.statusCode ?? 0;
}
