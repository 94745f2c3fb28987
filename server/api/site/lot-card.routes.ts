import type { LotCardService, LotPartSchedules } from '#server/domains/trade/lots/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  featuredLots,
  lotDocumentFile,
  lotFlows,
  lotTabDetails,
  subLotList,
} from '#shared/api/site/lot-tabs.ts';
import { lotPartSchedule } from '#shared/api/parts.ts';
import { LOT_PAGE_SIZE } from '#shared/limits/lot-list.ts';

const found = <Value>(
  value: Value | null,
  code: 'lots.not-found' | 'not-found' = 'lots.not-found',
): Value => {
  if (value === null) throw notFound(code);
  return value;
};

export function registerLotCardRoutes(
  app: HttpApp,
  card: LotCardService,
  partSchedules: LotPartSchedules,
): void {
  registerContract(app, lotTabDetails, async (call) =>
    found(await card.tab(call.params.id, call.query.tab, call.person)),
  );
  registerContract(app, lotPartSchedule, async (call) =>
    found(await partSchedules.of(call.params.id, call.query.priceTiyin ?? null)),
  );
  registerContract(app, lotFlows, async (call) => found(await card.flows(call.params.id, call.person)));
  registerContract(app, subLotList, async (call) =>
    found(
      await card.siblings(
        call.params.id,
        { page: call.query.page ?? 0, size: call.query.size ?? LOT_PAGE_SIZE },
        call.person,
      ),
    ),
  );
  registerContract(app, featuredLots, () => card.featured());
  registerContract(app, lotDocumentFile, async (call) =>
    // A document is replaced by another id, never changed.
    fileReply(
      found(await card.document(call.params.id, call.params.document), 'not-found'),
      'public, max-age=86400',
    ),
  );
}
