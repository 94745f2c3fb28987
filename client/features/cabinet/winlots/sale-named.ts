import type { WinLot } from '#shared/api/cabinet/winlots.ts';

/** A sale as calls name it: a lot at a fixed price has several, so each of those by its own number. */
export const saleNamed = ({
  lotId,
  sale,
  settlementId,
}: Pick<WinLot, 'lotId' | 'sale' | 'settlementId'>): { lotId: number; settlementId?: number } =>
  sale === 'purchase' ? { lotId, settlementId } : { lotId };
