import type { TopUps } from '#server/domains/money/payments/index.ts';
import { createHash } from 'node:crypto';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { myPayment, myPayments, paymentReceipt, topUp, topUpOptions } from '#shared/api/cabinet/payments.ts';
import { formatMoney } from '#shared/money/money.ts';

export function registerTopUpRoutes(app: HttpApp, topUps: TopUps): void {
  registerContract(app, topUpOptions, () => topUps.options());

  registerContract(app, topUp, async (call) => {
    const { provider, amountTiyin, requestId, returnTo } = call.body;
    const started = await topUps.start({
      personId: call.signedIn().personId,
      provider,
      amountTiyin,
      requestId,
      returnTo: returnTo ?? null,
      language: call.language,
    });
    switch (started.outcome) {
      case 'started':
        return { paymentId: started.paymentId, checkoutUrl: started.checkoutUrl };
      case 'not-offered':
        throw ruleForbids('payments.not-offered');
      case 'too-small': {
        const values = { sum: formatMoney(started.minTiyin) };
        throw ruleForbids('payments.too-small', { values, details: { minTiyin: started.minTiyin } });
      }
      case 'too-large': {
        const values = { sum: formatMoney(started.maxTiyin) };
        throw ruleForbids('payments.too-large', { values, details: { maxTiyin: started.maxTiyin } });
      }
      case 'request-reused':
        throw ruleForbids('payments.request-reused');
      case 'request-ended':
        throw conflict('payments.request-ended');
    }
  });

  registerContract(app, myPayments, async (call) => {
    const { page, size, ...filter } = call.query;
    const found = await topUps.list(call.signedIn().personId, filter, { page, size });
    return { ...found, page, size };
  });

  registerContract(app, myPayment, async (call) => {
    const found = await topUps.details(call.signedIn().personId, call.params.paymentId, call.language);
    if (!found) throw notFound('payments.not-found');
    return found;
  });

  registerContract(app, paymentReceipt, async (call) => {
    const file = await topUps.receipt(call.signedIn().personId, call.params.paymentId);
    if (!file) throw notFound('payments.no-receipt');
    const sha256 = createHash('sha256').update(file.body).digest('hex');
    return fileReply({ ...file, sha256, mediaType: 'application/pdf' }, 'no-store');
  });
}
