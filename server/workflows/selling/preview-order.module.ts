import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { OrdersService } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { defineModule } from '#server/platform/modules/index.ts';
import { createOrderPreview } from './preview-order.ts';

interface PreviewNeeds {
  orders: OrdersService;
  accounts: Pick<AccountsService, 'byId'>;
  files: Pick<FilesService, 'images' | 'documents'>;
  lotsRepository: LotsRepository;
  reference: ReferenceService;
}

/** Orders as the cards that they will be. */
export const previewOrderModule = defineModule({
  name: 'preview-order',
  create: ({ orders, accounts, files, lotsRepository: lots, reference }: PreviewNeeds) => ({
    previewOrder: createOrderPreview({ orders, accounts, files, lots, reference }),
  }),
});
