/**
 * Signs a person in like a browser, by plain HTTP: product → identity site → product. For demo bots, tests and load tests;
 * needs only `fetch` and a cookie jar.
 */

export interface HttpSignInOptions {
  /** Address of the product, e.g. http://localhost:3000. */
  publicUrl: string;
  /** Address of the identity site; redirects to any other origin are refused. */
  identityUrl: string;
  /** Phone or e-mail. */
  login: string;
  password: string;
  /** Total time-out, including waits for a busy site. Default 20 s. */
  timeoutMs?: number;
}

/** The site refused: `wrong-credentials`, `too-often`, or an unexpected answer of a step. */
export class HttpSignInRefused extends Error {
  readonly reason: 'wrong-credentials' | 'too-often' | 'unexpected';
  constructor(reason: HttpSignInRefused['reason'], detail: string) {
    super(`sign-in refused (${reason}): ${detail}`);
    this.name = 'HttpSignInRefused';
    this.reason = reason;
  }
}

const TIMEOUT_MS = 20_000;
const MOST_STEPS = 12;
/** A longer wait than this means a limit, not a busy moment. */
const LONGEST_WAIT_S = 5;

/** Cookies by origin; browsers share them between the ports of a host, on which nothing here depends. */
class Jar {
  readonly #cookies = new Map<string, Map<string, { value: string; path: string }>>();

  keep(url: URL, headers: Headers): void {
    const own = this.#cookies.get(url.origin) ?? new Map<string, { value: string; path: string }>();
    this.#cookies.set(url.origin, own);
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const value = pair.slice(at + 1);
      const of = (wanted: string) =>
        attributes.find((attribute) => attribute.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
      const expires = of('expires');
      const gone = of('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
      if (gone) own.delete(name);
      else own.set(name, { value, path: of('path') ?? '/' });
    }
  }

  header(url: URL): string {
    const fits = (path: string) =>
      path === '/' ||
      url.pathname === path ||
      url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
    return [...(this.#cookies.get(url.origin) ?? [])]
      .filter(([, cookie]) => fits(cookie.path))
      .map(([name, cookie]) => `${name}=${cookie.value}`)
      .join('; ');
  }
}

/**
 * The `Cookie` header of a fresh session on the product.
 * @throws HttpSignInRefused when it is refused; the error of `fetch` when a site is unavailable or too slow
 */
export async function signInOverHttp(options: HttpSignInOptions): Promise<string> {
  const product = new URL(options.publicUrl);
  const identity = new URL(options.identityUrl);
  const jar = new Jar();
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);

  const ask = async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const cookie = jar.header(url);
    const answer = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { ...(cookie ? { cookie } : {}), ...(form ? { origin: url.origin } : {}) },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    jar.keep(url, answer.headers);
    // Bodies are not needed, but unread ones would block their connections.
    await answer.body?.cancel();
    return answer;
  };

  const sendPassword = async (step: URL): Promise<Response> => {
    const form = new URLSearchParams({ login: options.login, password: options.password });
    for (;;) {
      const answer = await ask(new URL(`${step.origin}${step.pathname}/sign-in`), form);
      const waitS = Number(answer.headers.get('retry-after') ?? 0);
      if (answer.status !== 429 || waitS > LONGEST_WAIT_S) return answer;
      // Busy: random jitter prevents many clients from retrying at once.
      const waitMs = waitS * 1_000 * (0.2 + Math.random() * 0.6);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal.throwIfAborted();
    }
  };

  let url = new URL('/api/shop/auth/login?return=/home', product);
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const atPassword = url.origin === identity.origin && url.pathname.startsWith('/interaction/');
    const answer = atPassword ? await sendPassword(url) : await ask(url);
    const location = answer.headers.get('location');
    if (!location) {
      const detail = `${answer.status} at ${url.origin}${url.pathname}`;
      if (atPassword && answer.status === 401) throw new HttpSignInRefused('wrong-credentials', detail);
      throw new HttpSignInRefused(answer.status === 429 ? 'too-often' : 'unexpected', detail);
    }
    const called = url.origin === product.origin && url.pathname === '/api/shop/auth/callback';
    url = new URL(location, url);
    if (called) {
      const header = jar.header(product);
      if (/(?:^|; )(?:__Host-savdo|savdo_session)=/.test(header)) return header;
      throw new HttpSignInRefused('unexpected', `the product opened no session and led to ${url.pathname}`);
    }
    if (url.origin !== product.origin && url.origin !== identity.origin) {
      throw new HttpSignInRefused('unexpected', `led to ${url.origin}`);
    }
  }
  throw new HttpSignInRefused('unexpected', `more than ${MOST_STEPS} redirects`);
}
