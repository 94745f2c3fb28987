import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import type { LotCardService, ReadyJson, LotsService } from '#server/domains/trade/lots/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, Reply, type HttpApp } from '#server/platform/http/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  activeLotList,
  lotDetails,
  lotList,
  lotListCounter,
  lotResult,
  type LotDetails,
} from '#shared/api/site/lots.ts';

const isStaff = (person: { roles: readonly string[] } | null): boolean =>
  person !== null && hasRight(person.roles, 'watchRooms');

export function registerLotRoutes(
  app: HttpApp,
  lots: LotsService,
  /** Without it hidden photos are shown to no one. */
  card: Pick<LotCardService, 'hiddenPhotos'> = { hiddenPhotos: () => Promise.resolve([]) },
  /** The last protocol of a lot, with its check word for those who may see it. */
  protocolOf: ProtocolsService['shownTo'] = () => Promise.resolve(null),
): void {
  /** Serialised JSON; parsed only where answers are checked by their contracts. */
  const answer = <Answer>({ json, tag, pooled }: ReadyJson): Answer | Reply =>
    app.checkAnswers
      ? (JSON.parse(json.toString()) as Answer)
      : new Reply({
          body: json,
          pooled,
          headers: { 'Content-Type': 'application/json; charset=utf-8', ETag: `W/"${tag}"` },
        });

  registerContract(app, lotList, async (call) => answer(await lots.list(call.query)));
  registerContract(app, lotListCounter, (call) => lots.counters(call.query));
  registerContract(app, activeLotList, async (call) =>
    answer(await lots.active(call.query.limit, call.query.except)),
  );
  registerContract(app, lotDetails, async (call) => {
    const { id } = call.params;
    // At once: a lot that is not in memory is read, too.
    const [lot, hidden] = await Promise.all([
      lots.detailsJson(id),
      call.person ? card.hiddenPhotos(id, call.person) : [],
    ]);
    if (!lot) {
      const rehearsal = isStaff(call.person) ? await lots.details(id, { staff: true }) : null;
      if (!rehearsal) throw notFound('lots.not-found');
      return rehearsal;
    }
    if (!call.person) return answer(lot);
    const details = JSON.parse(lot.json.toString()) as LotDetails;
    return { ...details, photos: [...details.photos, ...hidden] };
  });
  registerContract(app, lotResult, async (call) => {
    const found = await lots.result(call.params.id, { staff: isStaff(call.person) });
    if (!found) throw notFound('lots.not-found');
    // At a fixed price each sale has its protocol at once, while others go on.
    const sold = found.result !== null || found.lot.tradeType === 'fixed-price';
    const ended = sold && !found.lot.practice;
    const protocol = ended ? await protocolOf(found.lot.id, call.person) : null;
    return {
      ...found,
      protocolNumber: protocol?.number ?? null,
      protocolWord: protocol?.word ?? null,
      protocolCause: protocol?.cause ?? null,
      protocolStatus: protocol?.status ?? null,
      protocolFileUrl: protocol?.fileUrl ?? null,
      protocolSale: protocol?.sale ?? null,
    };
  });
}
