import type { LotCard } from '#shared/api/site/lots.ts';

/** The same words in every language: what a test looks for does not depend on it. */
export const text = (uz: string) => ({ uz, ru: uz, 'uz-Cyrl': uz, en: uz });

/** A lot as lists have it; what a test is about is given. */
export const lotCard = (part: Partial<LotCard> = {}): LotCard => ({
  id: 7,
  number: '7',
  title: text('Chevrolet Cobalt'),
  groupId: 1,
  categoryId: 2,
  category: text('Avtomobillar'),
  regionId: 1726,
  region: text('Toshkent shahri'),
  areaId: 1726264,
  area: text('Yashnobod tumani'),
  photo: null,
  status: 1,
  tradeType: 'auction',
  orderType: 'private',
  ruleSet: 'private',
  practice: false,
  startPriceTiyin: 5_000_000_000,
  depositTiyin: 250_000_000,
  depositPercent: 5,
  firstStepTiyin: 250_000_000,
  firstStepPercent: 5,
  instalmentMonths: null,
  publishedAtMs: 0,
  applicationsUntilMs: 1,
  opensAtMs: 1,
  closesAtMs: 2,
  room: { phase: 'waiting', priceTiyin: null, count: 0, deadlineMs: 2, leaderNumber: null },
  ...part,
});

/** A lot whose room is open. */
export const runningLot = (id: number, priceTiyin = 6_000_000_000): LotCard =>
  lotCard({
    id,
    number: String(id),
    title: text(`Lot ${id}`),
    status: 4,
    room: { phase: 'running', priceTiyin, count: 1, deadlineMs: Date.now() + 600_000, leaderNumber: 3 },
  });
