import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createFigures } from './figures.service.ts';
import { createFiguresRepository } from './figures.repository.ts';
import { endedAuctionsExport, figuresExport } from './figures-exports.ts';

/** After auctions and settlements, of which it counts. */
export const figuresModule = defineModule({
  name: 'figures',
  create: ({ database }: Pick<Base, 'database'>) => ({
    figures: createFigures({ repository: createFiguresRepository(database.db) }),
  }),
  exports: ({ figures }) => ({
    'console-figures': figuresExport(figures),
    'console-ended-auctions': endedAuctionsExport(figures),
  }),
});
