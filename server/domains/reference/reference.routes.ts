import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  baseAmount,
  categories,
  lotStatuses,
  ORDER_TYPES,
  orderTypes,
  regions,
} from '#shared/api/reference.ts';
import { LOT_STATUSES, lotStatusColour, lotStatusName } from '#shared/states/lot-status.ts';
import { LOT_STATUS_NAMES, ORDER_TYPE_NAMES } from './lot-status-names.ts';
import type { ReferenceService } from './reference.service.ts';

export interface ReferenceRouteDeps {
  reference: ReferenceService;
  /** Current lots by category id: lots live on a higher floor. */
  countLotsByCategory: () => Promise<ReadonlyMap<number, number>>;
}

export function registerReferenceRoutes(
  app: HttpApp,
  { reference, countLotsByCategory }: ReferenceRouteDeps,
): void {
  registerContract(app, regions, () => reference.regions());
  registerContract(app, categories, async () => reference.categoryTree(await countLotsByCategory()));
  registerContract(app, lotStatuses, () =>
    LOT_STATUSES.map((id) => {
      const code = lotStatusName(id);
      return { id, code, colour: lotStatusColour(id), name: LOT_STATUS_NAMES[code] };
    }),
  );
  registerContract(app, orderTypes, () =>
    ORDER_TYPES.map((code, i) => ({ id: i + 1, code, name: ORDER_TYPE_NAMES[code] })),
  );
  registerContract(app, baseAmount, () => reference.baseAmountAt(new Date()));
}
