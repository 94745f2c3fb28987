import type { Offers } from '#server/domains/trade/second-offers/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { AnswerOffer } from '#server/workflows/index.ts';
import { acceptOffer, consoleOffers, declineOffer, myOffers } from '#shared/api/cabinet/second-offers.ts';

/** Lots offered to their reserve or sole participant, for staff. */
export function registerConsoleOfferRoutes(app: HttpApp, offers: Pick<Offers, 'forStaff'>): void {
  registerContract(app, consoleOffers, (call) => {
    const { lotId, ...query } = call.query;
    return offers.forStaff(call.signedIn().personId, { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });
}

/** Lots offered to me. */
export function registerSecondOfferRoutes(
  app: HttpApp,
  { offers, answering }: { offers: Omit<Offers, 'forStaff'>; answering: Omit<AnswerOffer, 'lapse'> },
): void {
  registerContract(app, myOffers, (call) => offers.list(call.signedIn().personId, call.query));

  registerContract(app, acceptOffer, async (call) => {
    const { offerId } = call.body;
    const { personId } = call.signedIn();
    if (!(await offers.find(offerId, personId))) throw notFound();
    const accepted = await answering.accept(offerId, personId);
    const offer = await offers.shown(offerId);
    switch (accepted.outcome) {
      case 'accepted':
        return { verdict: 'accepted' as const, already: accepted.already, offer };
      case 'short':
        return { verdict: 'short' as const, missingTiyin: accepted.missingTiyin, offer };
      case 'refused':
        return { verdict: 'refused' as const, reason: accepted.reason, offer };
      case 'over':
      case 'paused':
        return { verdict: accepted.outcome, offer };
    }
  });

  registerContract(app, declineOffer, async (call) => {
    const { offerId } = call.body;
    const { personId } = call.signedIn();
    if (!(await offers.find(offerId, personId))) throw notFound();
    const declined = await answering.decline(offerId, personId);
    const offer = await offers.shown(offerId);
    return declined.outcome === 'declined'
      ? { verdict: 'declined' as const, already: declined.already, offer }
      : { verdict: declined.outcome, offer };
  });
}
