import { demandFreshSignIn } from '#server/domains/people/accounts/index.ts';
import type { Destinations } from '#server/domains/money/payments/index.ts';
import { conflict, notFound, ruleForbids, unavailable } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  addPayoutAccount,
  addPayoutCard,
  confirmPayoutCard,
  payoutAccounts,
  payoutCards,
  removePayoutAccount,
  removePayoutCard,
} from '#shared/api/cabinet/refunds.ts';

const tooMany = () => conflict('refunds.too-many-kept');

/** Where one's own money may be paid out to. */
export function registerPayoutDestinationRoutes(app: HttpApp, destinations: Destinations): void {
  registerContract(app, payoutAccounts, async (call) => ({
    items: await destinations.accounts(call.signedIn().personId),
  }));

  registerContract(app, addPayoutAccount, async (call) => {
    const { personId } = demandFreshSignIn(call.session).person;
    const added = await destinations.addAccount(personId, call.body);
    if (added === 'wrong') throw ruleForbids('refunds.account-wrong');
    if (added === 'no-such-bank') throw ruleForbids('refunds.no-such-bank');
    if (added === 'too-many') throw tooMany();
    return added;
  });

  registerContract(app, removePayoutAccount, async (call) => {
    const removed = await destinations.removeAccount(call.signedIn().personId, call.params.destinationId);
    if (!removed) throw notFound();
    return { removed: true as const };
  });

  registerContract(app, payoutCards, (call) => destinations.cards(call.signedIn().personId));

  registerContract(app, addPayoutCard, async (call) => {
    const begun = await destinations.beginCard(demandFreshSignIn(call.session).person.personId, call.body);
    switch (begun.outcome) {
      case 'sent': {
        const { outcome: _sent, ...answer } = begun;
        return answer;
      }
      case 'wrong-card':
        throw ruleForbids('refunds.card-wrong', { details: { problem: begun.problem } });
      case 'too-many':
        throw tooMany();
      case 'away':
        throw unavailable('refunds.no-cards');
    }
  });

  registerContract(app, confirmPayoutCard, async (call) => {
    const { bindingId, code } = call.body;
    const result = await destinations.confirmCard(call.signedIn().personId, bindingId, code);
    switch (result.outcome) {
      case 'saved':
        return result.card;
      case 'wrong':
        throw ruleForbids('refunds.code-wrong');
      case 'over':
        throw conflict('refunds.code-over');
      case 'too-many':
        throw tooMany();
      case 'away':
        throw unavailable('refunds.no-cards');
    }
  });

  registerContract(app, removePayoutCard, async (call) => {
    const removed = await destinations.removeCard(call.signedIn().personId, call.params.destinationId);
    if (!removed) throw notFound();
    return { removed: true as const };
  });
}
