import type { FiguresService } from '#server/domains/staff/figures/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { auctionFigures, endedAuctions } from '#shared/api/console/figures.ts';

/** What auctions brought, and the auctions behind each number. */
export function registerFigureRoutes(app: HttpApp, figures: FiguresService): void {
  registerContract(app, auctionFigures, (call) => figures.count(call.query));
  registerContract(app, endedAuctions, (call) => figures.auctions(call.query));
}
