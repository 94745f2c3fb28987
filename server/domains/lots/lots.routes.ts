import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, Reply, type HttpApp } from '#server/platform/http/index.ts';
import {
  activeLotList,
  lotDetails,
  lotList,
  lotListCounter,
  lotResult,
  type LotDetails,
} from '#shared/api/lots.ts';
import type { LotCardService } from './card/lot-card.service.ts';
import type { ReadyJson } from './catalogue/cards.ts';
import type { LotsService } from './lots.service.ts';

export function registerLotRoutes(
  app: HttpApp,
  lots: LotsService,
  /** Without it nobody sees hidden photos. */
  card: Pick<LotCardService, 'forViewer'> = { forViewer: (lot) => Promise.resolve(lot) },
  /** Protocols stand above lots: who wires the process hands them in, with the check word for whom it is meant. */
  protocolOf: (
    lotId: number,
    viewer: { personId: string; roles: readonly string[] } | null,
  ) => Promise<{ number: string; word: string | null } | null> = () => Promise.resolve(null),
): void {
  /** Finished JSON; where answers are checked by their contracts, it is taken apart for that. */
  const answer = <Answer>({ json, tag, loan }: ReadyJson): Answer | Reply =>
    app.checkAnswers
      ? (JSON.parse(json.toString()) as Answer)
      : new Reply({
          ...{ body: json, loan },
          headers: { 'Content-Type': 'application/json; charset=utf-8', ETag: `W/"${tag}"` },
        });

  registerContract(app, lotList, async (call) => answer(await lots.list(call.query)));
  registerContract(app, lotListCounter, (call) => lots.counters(call.query));
  registerContract(app, activeLotList, async (call) =>
    answer(await lots.active(call.query.limit, call.query.except)),
  );
  registerContract(app, lotDetails, async (call) => {
    const lot = await lots.detailsJson(call.params.id);
    if (!lot) throw notFound('lots.not-found');
    if (!call.person) return answer(lot);
    return card.forViewer(JSON.parse(lot.json.toString()) as LotDetails, call.person);
  });
  registerContract(app, lotResult, async (call) => {
    const found = await lots.result(call.params.id);
    if (!found) throw notFound('lots.not-found');
    const sold = found.result?.outcome === 'sold' && !found.lot.practice;
    const protocol = sold ? await protocolOf(found.lot.id, call.person) : null;
    return { ...found, protocolNumber: protocol?.number ?? null, protocolWord: protocol?.word ?? null };
  });
}
