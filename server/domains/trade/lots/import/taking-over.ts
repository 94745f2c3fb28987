import type { LotsRepository } from '../lots.repository.ts';

interface TakingOver {
  /** People reach this installation, see the settings. */
  installed: boolean;
  lots: Pick<LotsRepository, 'hasOrders'>;
}

const TRADES_ALREADY =
  'this installation trades already: lots come by orders, which a moderator approves, also from files (the console, imports of lots)';

/**
 * Commands take lots over from elsewhere without a moderator, and so only until an installation has put its first order on trade.
 * Why not; null: they may.
 */
export const noTakingOver = async ({ installed, lots }: TakingOver): Promise<string | null> =>
  installed && (await lots.hasOrders()) ? TRADES_ALREADY : null;
