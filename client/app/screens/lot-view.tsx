import { useParams } from 'react-router-dom';
import { LotCardView } from '#client/features/lots/card/lot-card.tsx';
import { readLotId } from './lot-id.ts';
import { NotFound } from './not-found.tsx';

/** /lot-view/{id}: the card of a lot. */
export default function LotView() {
  const lotId = readLotId(useParams().id);
  return lotId === null ? <NotFound /> : <LotCardView key={lotId} lotId={lotId} notFound={<NotFound />} />;
}
