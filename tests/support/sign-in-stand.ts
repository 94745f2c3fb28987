import { freePort } from '../../scripts/launcher/ports.mjs';
import {
  createAccounts,
  createSignIn,
  registerAccountRoutes,
  type AccountsParts,
} from '#server/domains/accounts/index.ts';
import { createActionLog, type ActionLog } from '#server/domains/action-log/index.ts';
import { createIdentitySite, type IdentitySite } from '#server/integrations/sign-in/identity-site/index.ts';
import { openDirectory, openSignIn, type Directory } from '#server/integrations/sign-in/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import type { AccountsService } from '#server/domains/accounts/index.ts';
import { startTestApp, type TestApp } from './app.ts';
import { testDatabase, type TestDatabase } from './services.ts';

/** The product's sign-in routes and the identity site, as two servers on ports of their own. */
export interface SignInStand {
  app: TestApp;
  identityUrl: string;
  database: TestDatabase;
  directory: Directory;
  accounts: AccountsService;
  actions: ActionLog;
  config: Parameters<typeof createIdentitySite>[0]['config'];
  /** Log lines of the product and of the site. */
  logged: string[];
  restartSite(): Promise<void>;
  close(): Promise<void>;
}

export async function startSignInStand(
  options: Pick<AccountsParts, 'consent' | 'takesPart'> & { rateLimitFactor?: number; twins?: boolean } = {},
): Promise<SignInStand> {
  const database = await testDatabase();
  const app = await startTestApp(() => undefined);
  const identityPort = await freePort();
  const identityUrl = `http://127.0.0.1:${identityPort}`;
  const texts = loadTexts();
  const logged: string[] = [];
  const logger = createLogger({}, { write: (line: string) => void logged.push(line) });
  const config = {
    publicUrl: app.url,
    signIn: {
      issuer: identityUrl,
      clientId: 'savdo',
      clientSecret: 'a-secret-of-the-tests-only',
      shipped: true,
      identityUrl,
      identityPort,
    },
    proxyHops: 0,
    redisNamespace: app.jobs.namespace,
    rateLimitFactor: options.rateLimitFactor ?? 1,
    supportPhone: '+998712000000',
    supportEmail: 'support@savdo.example',
    reach: { listenOn: ['127.0.0.1'], hostNames: null, standInsExposed: false, standInAddresses: [] },
    twinsAllowed: options.twins ?? false,
  };
  const openSite = async (): Promise<IdentitySite> => {
    const site = await createIdentitySite({ config, database, jobsRedis: app.jobs.redis, texts, logger });
    await site.listen();
    return site;
  };
  let site = await openSite();

  const actions = createActionLog(database.db);
  const { rateLimitFactor: _limits, ...handedIn } = options;
  const parts = { db: database.db, sessions: app.sessions, actions, ...handedIn };
  const accounts = createAccounts(parts);
  const signIn = createSignIn({
    ...parts,
    publicUrl: app.url,
    site: openSignIn(config),
    redis: app.jobs.redis,
    namespace: app.jobs.namespace,
    logger,
  });
  registerAccountRoutes(app.app, { publicUrl: app.url, accounts, signIn });

  return {
    app,
    identityUrl,
    database,
    directory: openDirectory(database),
    accounts,
    actions,
    config,
    logged,
    async restartSite() {
      await site.close();
      site = await openSite();
    },
    async close() {
      await site.close();
      await app.close();
      await database.close();
    },
  };
}

let made = 0;

/** An account at the identity site, with a phone and an e-mail of its own. */
export async function makeAccount(
  stand: SignInStand,
  given: Partial<Parameters<Directory['create']>[0]> = {},
): Promise<{ id: string; phone: string; email: string; password: string }> {
  made += 1;
  const phone = `+99890${String(1_000_000 + made)}`;
  const email = `person${made}@example.uz`;
  const password = 'tulip-river-42';
  const account = await stand.directory.create({
    kind: 'natural',
    name: `Person ${made}`,
    phone,
    email,
    pinfl: null,
    stir: null,
    language: 'uz',
    password,
    ...given,
  });
  if (!('id' in account)) throw new Error(`taken: ${account.taken.join(', ')}`);
  return { id: account.id, phone, email, password: given.password ?? password };
}

/** A browser without scripts: cookies per host and path, redirects followed only when told. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string; line: string }>();

  #key = (url: URL, name: string) => `${url.origin} ${name}`;

  cookieHeader(address: string | URL): string {
    const url = new URL(address);
    return [...this.#cookies]
      .filter(([key, { path }]) => key.startsWith(`${url.origin} `) && url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ');
  }

  /** The Set-Cookie line that made a cookie. */
  setCookieLine(address: string | URL, name: string): string | undefined {
    return this.#cookies.get(this.#key(new URL(address), name))?.line;
  }

  forget(address: string | URL, name: string): void {
    this.#cookies.delete(this.#key(new URL(address), name));
  }

  put(address: string | URL, name: string, value: string): void {
    this.#cookies.set(this.#key(new URL(address), name), { value, path: '/', line: '' });
  }

  async send(
    address: string | URL,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; location: URL | null; headers: Headers }> {
    const url = new URL(address);
    const cookie = this.cookieHeader(url);
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie ? { cookie } : {}), ...(form ? { origin: url.origin } : {}), ...headers },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((text) => text.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
      const gone = /expires=thu, 01 jan 1970|max-age=0/i.test(line);
      if (gone) this.#cookies.delete(this.#key(url, name));
      else this.#cookies.set(this.#key(url, name), { value: pair.slice(name.length + 1), path, line });
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      text: await answer.text(),
      location: location ? new URL(location, url) : null,
      headers: answer.headers,
    };
  }

  /** Follows redirects until a page answers or `until` says that this address is far enough; returns that address. */
  async follow(address: string | URL, until: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(address);
    for (let step = 0; step < 15; step += 1) {
      if (until(url)) return url;
      const { location } = await this.send(url);
      if (!location) return url;
      url = location;
    }
    throw new Error(`no end of redirects at ${url.href}`);
  }
}

export const isCallback = (url: URL): boolean => url.pathname === '/api/shop/auth/callback';

/** From the product to the identity site's page, as a fresh browser. */
export async function openSignInPage(
  stand: SignInStand,
  browser: Browser,
  query = 'return=/home',
): Promise<URL> {
  return browser.follow(`${stand.app.url}/api/shop/auth/login?${query}`);
}

/** Types a password and stops before the callback is called; its address is returned. */
export async function reachCallback(
  stand: SignInStand,
  browser: Browser,
  who: { login: string; password: string },
  query?: string,
): Promise<URL> {
  const page = await openSignInPage(stand, browser, query);
  const answer = await browser.send(`${page.origin}${page.pathname}/sign-in`, who);
  if (!answer.location) throw new Error(`sign-in answered ${answer.status}`);
  return browser.follow(answer.location, isCallback);
}
