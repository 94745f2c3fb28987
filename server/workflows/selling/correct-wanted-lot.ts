import { interestInLot } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { LotPhotos, LotsRepository } from '#server/domains/trade/lots/index.ts';
import { cancelUntil } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import type { DecisionFact, DecisionPayload } from '#shared/decisions/kinds.ts';
import { breaksLetters, openBuyers, type LotCorrections } from './lot-corrections.ts';

interface CorrectWantedLotDeps {
  corrections: LotCorrections;
  lots: Pick<LotsRepository, 'get'>;
  photos: Pick<LotPhotos, 'numbersOf'>;
}

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

/** Participants of an auction cannot leave it any more, and nobody of them has agreed to anything else. */
const isBound = (lot: Lot): boolean =>
  lot.trade_type === 'auction' && Date.now() >= cancelUntil(lot.applications_until).getTime();

const changesOf = (lot: Lot, { title, description }: DecisionPayload<'correct-lot'>): DecisionFact[] => [
  ...(title
    ? ([
        { fact: 'title-before', type: 'text', text: `${lot.title.uz} · ${lot.title.ru}` },
        { fact: 'title-after', type: 'text', text: `${title.uz} · ${title.ru}` },
      ] as const)
    : []),
  ...(description
    ? ([
        { fact: 'description-before', type: 'text', text: `${lot.description.uz} · ${lot.description.ru}` },
        { fact: 'description-after', type: 'text', text: `${description.uz} · ${description.ru}` },
      ] as const)
    : []),
];

/** Of the photos by their numbers: which one is hidden says more than how many are. */
async function photosOf(
  on: AnyDb,
  { lotId, photos }: DecisionPayload<'correct-lot'>,
  lotPhotos: Pick<LotPhotos, 'numbersOf'>,
): Promise<DecisionFact[]> {
  if (!photos) return [];
  const { shown, hidden } = await lotPhotos.numbersOf(on, lotId, photos);
  return [
    { fact: 'photos-shown', type: 'text', text: shown.join(', ') },
    ...(hidden.length === 0
      ? []
      : [{ fact: 'photos-hidden', type: 'text', text: hidden.join(', ') } as const]),
  ];
}

/**
 * What a lot says is corrected after somebody applied for it, reserved or bought units: what they bought stays as it was, and
 * those who do not have it yet may leave without cost.
 */
export const correctWantedLot = ({
  corrections,
  lots,
  photos,
}: CorrectWantedLotDeps): DecisionKind<'correct-lot'> => ({
  name: 'correct-lot',
  subjectOf: ({ lotId }) => `lot:${lotId}`,

  async lock(tx, { lotId }) {
    await corrections.lock(tx, lotId);
  },

  async stateOf(on, { lotId }) {
    const lot = await lots.get(lotId, on);
    if (!lot || lot.practice) return null;
    const { title, description, photos, hidden_photos: hidden } = lot;
    return { title, description, photos: photos.map(({ url }) => url), hidden: hidden.map(({ url }) => url) };
  },

  concerns: async (_on, { lotId }) => ({ personIds: [], lotId }),

  async judge(on, payload) {
    const lot = await lots.get(payload.lotId, on);
    if (!lot || lot.outcome !== null) return 'lot-over';
    if (isBound(lot)) return 'bidders-bound';
    return breaksLetters(payload) ? 'letters' : null;
  },

  async preview(on, payload) {
    const lot = (await lots.get(payload.lotId, on))!;
    const interest = await interestInLot(on, lot.id);
    const applicants = new Set(
      interest.filter(({ kind, over }) => kind === 'application' && !over).map(({ personId }) => personId),
    );
    return [
      { fact: 'lot', type: 'lot', lotId: lot.id },
      ...changesOf(lot, payload),
      ...(await photosOf(on, payload, photos)),
      { fact: 'public-reason', type: 'text', text: payload.reason },
      { fact: 'open-buyers', type: 'count', count: openBuyers(interest).length },
      { fact: 'applicants', type: 'count', count: applicants.size },
    ];
  },

  async apply(tx, { lotId, ...correction }, { decidedBy }) {
    const lot = (await lots.get(lotId, tx))!;
    const done = await corrections.write(tx, lot, correction, { personId: decidedBy, address: '' });
    return done.outcome === 'no-photo' ? 'no-photo' : null;
  },
});
