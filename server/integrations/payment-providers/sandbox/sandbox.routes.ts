import express, { type Request, type Response } from 'express';
import { sameSecret, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { clickAuth } from '../click/click.merchant-api.ts';
import { readLink, type SandboxLink } from './sandbox-links.ts';
import type { SandboxProvider } from './sandbox-providers.ts';
import { booksPage, checkoutPage, refusedPage, type SandboxFrame } from './sandbox.pages.ts';

const NEWEST = 50;
/** How old the time in an Auth header may be. */
const AUTH_LIFE_S = 300;

export interface PretendRouteDeps {
  providers: readonly SandboxProvider[];
  /** Public address, without a trailing slash. */
  publicUrl: () => string;
  texts: Texts;
  logger: Logger;
}

/** Pages of the local twins, and the status calls of the pretend Click. Served only where twins are allowed. */
export function registerPretendRoutes(app: HttpApp, deps: PretendRouteDeps): void {
  const { publicUrl, texts, logger } = deps;
  const form = express.urlencoded({ extended: false, limit: '8kb' });

  /** Refuses forms posted by pages of other sites. */
  const isForeign = (req: Request) => (req.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin';

  for (const provider of deps.providers) {
    const root = `/pay/pretend/${provider.id}`;
    const frameOf = (language: Language): SandboxFrame => ({
      provider: provider.id,
      name: provider.name,
      language,
      texts,
    });
    const languageOf = (req: Request, link?: SandboxLink | null): Language =>
      link?.language ??
      parseLanguage(typeof req.query.lang === 'string' ? req.query.lang : '') ??
      parseLanguage((req.get('accept-language') ?? '').split(',')[0]?.split(';')[0] ?? '') ??
      DEFAULT_LANGUAGE;
    const send = (res: Response, status: number, page: string) =>
      res.status(status).set('Cache-Control', 'no-store').type('html').send(page);
    /** Return address, limited to the shop's origin. */
    const backTo = (link: SandboxLink | null) =>
      link?.returnUrl.startsWith(`${publicUrl()}/`) ? link.returnUrl : `${publicUrl()}/home`;

    const books = async (req: Request, res: Response, reply: string | null = null) => {
      const payments = await provider.payments.newest(provider.id, NEWEST);
      const options = { refunds: provider.side.refund !== null, reply, action: req.originalUrl };
      send(res, 200, booksPage(frameOf(languageOf(req)), payments, options));
    };
    app.plain.get(root, (req, res) => books(req, res));
    app.plain.post(root, form, async (req, res) => {
      if (isForeign(req)) return void res.status(403).end();
      const { id, do: what } = (req.body ?? {}) as { id?: string; do?: string };
      const act = what === 'refund' ? provider.side.refund : provider.side.repeat;
      const done = id && act ? await act(id) : null;
      const say = (key: string, values = {}) =>
        texts.text(languageOf(req), `pretend-checkout:${key}`, values);
      const reply =
        done === null
          ? null
          : done.outcome === 'refused'
            ? say('shopSaid', { told: done.reply })
            : say('done');
      await books(req, res, reply);
    });

    const linkOf = (req: Request): SandboxLink | null => {
      const rest = req.path.slice(root.length + 1);
      const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '');
      return readLink(provider.id, rest, query, provider.accountField);
    };
    const checkout = `${root}/{*link}`;
    if (provider.id === 'click') registerClickBooks(app, root, provider);
    app.plain.get(checkout, (req, res) => {
      const link = linkOf(req);
      const frame = frameOf(languageOf(req, link));
      if (!link)
        return void send(
          res,
          400,
          refusedPage(frame, texts.text(frame.language, 'pretend-checkout:badLink'), backTo(null)),
        );
      send(res, 200, checkoutPage(frame, link, req.originalUrl));
    });
    app.plain.post(checkout, form, async (req, res) => {
      const link = linkOf(req);
      if (!link || isForeign(req)) return void res.status(403).end();
      const back = backTo(link);
      const { card, do: what } = (req.body ?? {}) as { card?: string; do?: string };
      if (what !== 'pay') return res.redirect(303, back);
      const { account, amountTiyin } = link;
      const frame = frameOf(languageOf(req, link));
      try {
        const done = await provider.side.pay(
          { account, amountTiyin },
          card === 'declined' ? 'declined' : 'good',
        );
        if (done.outcome === 'refused') return void send(res, 200, refusedPage(frame, done.reply, back));
        res.redirect(303, back);
      } catch (error) {
        // Tried three times already; the page says that the shop did not answer.
        logger.warn({ err: error, provider: provider.id }, 'a stand-in could not reach us');
        send(res, 502, refusedPage(frame, null, back));
      }
    });
  }
}

/** The two status calls of Click's Merchant API, answered from the twin's records. */
function registerClickBooks(app: HttpApp, root: string, provider: SandboxProvider): void {
  const { merchantApi, payments } = provider;
  if (!merchantApi) return;
  const api = `${root}/v2/merchant`;
  const STATUS = { begun: 0, paid: 2, cancelled: -1, returned: -1 } as const;

  const isOurs = (req: Request): boolean => {
    const given = req.get('auth') ?? '';
    const seconds = Number(given.split(':')[2]);
    if (!(Math.abs(Date.now() / 1_000 - seconds) < AUTH_LIFE_S)) return false;
    return sameSecret(given, clickAuth(merchantApi, seconds * 1_000));
  };
  const notFound = { error_code: -16, error_note: 'Payment not found' };

  app.plain.get(`${api}/payment/status_by_mti/:service/:mti/:day`, async (req, res) => {
    if (!isOurs(req) || req.params.service !== merchantApi.serviceId)
      return void res.status(401).json({ error_code: -1 });
    const fromMs = Date.parse(`${req.params.day}T00:00:00+05:00`);
    if (Number.isNaN(fromMs)) return void res.json(notFound);
    const found = await payments.lastOf('click', req.params.mti, fromMs, fromMs + 86_400_000);
    res.json(
      found
        ? { error_code: 0, error_note: 'Success', payment_id: found.id, merchant_trans_id: found.account }
        : notFound,
    );
  });
  app.plain.get(`${api}/payment/status/:service/:payment`, async (req, res) => {
    if (!isOurs(req) || req.params.service !== merchantApi.serviceId)
      return void res.status(401).json({ error_code: -1 });
    const found = await payments.byId(Number(req.params.payment) || 0);
    res.json(
      found
        ? { error_code: 0, error_note: 'Success', payment_id: found.id, payment_status: STATUS[found.state] }
        : notFound,
    );
  });
}
