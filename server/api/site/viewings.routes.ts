import type { BookViewings, OfferViewings, ReadViewings } from '#server/domains/trade/viewings/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import {
  bookViewing,
  callOffViewing,
  cancelViewing,
  consoleViewings,
  lotViewings,
  myViewing,
  offerViewing,
  viewingsOfMyLots,
} from '#shared/api/site/viewings.ts';

export interface ViewingRoutesDeps {
  booking: BookViewings;
  offering: OfferViewings;
  reading: ReadViewings;
}

/** Viewings of lots: as everybody sees them, of those who come, of sellers and of staff. */
export function registerViewingRoutes(app: HttpApp, { booking, offering, reading }: ViewingRoutesDeps): void {
  const visitorOf = (call: Pick<Call, 'signedIn'>) => {
    const { personId, roles } = call.signedIn();
    return { personId, isStaff: roles.some((role) => isStaffRole(role)) };
  };

  registerContract(app, lotViewings, (call) => booking.ofLot(call.params.id));
  registerContract(app, myViewing, async (call) => {
    const mine = await booking.mine(call.params.id, visitorOf(call));
    if (!mine) throw notFound();
    return mine;
  });
  registerContract(app, bookViewing, (call) => booking.book(call.body.viewingId, visitorOf(call)));
  registerContract(app, cancelViewing, (call) =>
    booking.cancel(call.body.bookingId, call.signedIn().personId),
  );
  registerContract(app, viewingsOfMyLots, (call) => reading.ofSeller(call.signedIn().personId, call.query));
  registerContract(app, offerViewing, (call) => offering.offer(call.signedIn().personId, call.body));
  registerContract(app, callOffViewing, (call) => {
    const { viewingId, reason } = call.body;
    return offering.callOff(viewingId, call.signedIn().personId, reason);
  });
  registerContract(app, consoleViewings, (call) =>
    reading.list({ personId: call.signedIn().personId, address: call.address }, call.query),
  );
}
