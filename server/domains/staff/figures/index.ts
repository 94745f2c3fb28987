/** What auctions brought: counts for staff, and the auctions behind them. */
export { figuresModule } from './module.ts';
export type { FiguresService } from './figures.service.ts';
