import express, { type Request, type RequestHandler, type Response } from 'express';
import { addressList, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { noteIds } from './call-ids.ts';
import { createClickProtocol } from './click/click.protocol.ts';
import type { PaymentProviders } from './open-payment-providers.ts';
import { createPaymeProtocol } from './payme/payme.protocol.ts';
import { createPaynetProtocol } from './paynet/paynet.protocol.ts';
import type { CallIds, PaymentBook, ProviderCall, ProviderReply, ProviderWatch } from './port.ts';
import { registerPretendRoutes } from './sandbox/sandbox.routes.ts';
import { createUzumProtocol } from './uzum/uzum.protocol.ts';

/** Longest body of a provider's call. */
const BODY_LIMIT = '32kb';

export interface PaymentProviderRouteDeps {
  providers: PaymentProviders;
  book: PaymentBook;
  /** Of one call: the ids become known while it is answered. */
  watch: (ids: CallIds) => ProviderWatch;
  publicUrl: () => string;
  texts: Texts;
  logger: Logger;
  now?: () => number;
}

/** The body as text, for any declared type; the protocol refuses one that cannot be read. */
const readText: RequestHandler = (req, res, next) => {
  express.text({ type: () => true, limit: BODY_LIMIT })(req, res, (fault?: unknown) => {
    if (fault) req.body = null;
    next();
  });
};

const callOf = (req: Request): ProviderCall => ({
  method: req.method,
  authorization: req.get('authorization'),
  address: req.ip ?? '',
  contentType: req.get('content-type'),
  body: req.body === null ? null : typeof req.body === 'string' ? req.body : '',
});

const send = (res: Response, { status, body }: ProviderReply): void => {
  res
    .status(status)
    .set({ 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' })
    .send(body);
};

/**
 * Callbacks of the providers, which authenticate themselves: no session, no origin rule and no error envelope. A provider
 * that is not configured has no address.
 */
export function registerPaymentProviderRoutes(app: HttpApp, deps: PaymentProviderRouteDeps): void {
  const { providers, now = Date.now } = deps;
  const ofCall = (req: Request): { book: PaymentBook; watch: ProviderWatch } => {
    const ids: CallIds = { reqId: req.id };
    return { book: noteIds(deps.book, ids), watch: deps.watch(ids) };
  };
  const { payme, click, uzum, paynet } = providers;
  if (payme) {
    const { key, previousKey, accountField } = payme;
    const isAllowed = addressList(payme.addresses);
    app.plain.all('/pay/payme', readText, async (req, res) => {
      const answer = createPaymeProtocol({
        ...ofCall(req),
        now,
        key,
        previousKey,
        accountField,
        isAllowed,
      });
      send(res, await answer(callOf(req)));
    });
  }
  if (click) {
    const { serviceId, secretKey, previousSecretKey, api } = click;
    for (const action of ['prepare', 'complete'] as const) {
      app.plain.all(`/pay/click/${action}`, readText, async (req, res) => {
        const answer = createClickProtocol({
          ...ofCall(req),
          serviceId,
          secretKey,
          previousSecretKey,
          api,
        });
        send(res, await answer(callOf(req), action));
      });
    }
  }
  if (uzum) {
    const { serviceId, login, password, previousPassword, failureStatus } = uzum;
    app.plain.all('/pay/uzum/:name', readText, async (req, res) => {
      const answer = createUzumProtocol({
        ...ofCall(req),
        now,
        serviceId,
        login,
        password,
        previousPassword,
        failureStatus,
      });
      send(res, await answer(callOf(req), String(req.params.name)));
    });
  }
  if (paynet) {
    const { serviceId, login, password, previousPassword, accountField } = paynet;
    app.plain.all('/pay/paynet', readText, async (req, res) => {
      const answer = createPaynetProtocol({
        ...ofCall(req),
        now,
        serviceId,
        login,
        password,
        previousPassword,
        accountField,
      });
      send(res, await answer(callOf(req)));
    });
  }
  if (providers.pretend.length > 0) registerPretendRoutes(app, { ...deps, providers: providers.pretend });
}
