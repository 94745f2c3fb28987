import { useParams } from 'react-router-dom';
import { LotCardView } from '#client/features/site/lots/card/lot-card.tsx';
import { NoSuchLot } from '#client/features/site/lots/card/no-such-lot.tsx';
import { readLotId } from './lot-id.ts';

/** /lot-view/{id}: the card of a lot. */
export default function LotView() {
  const lotId = readLotId(useParams().id);
  return lotId === null ? <NoSuchLot /> : <LotCardView key={lotId} lotId={lotId} notFound={<NoSuchLot />} />;
}
