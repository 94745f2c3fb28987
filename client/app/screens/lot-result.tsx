import { useParams } from 'react-router-dom';
import { NoSuchLot } from '#client/features/lots/card/no-such-lot.tsx';
import { LotResultView } from '#client/features/lots/result/lot-result.tsx';
import { readLotId } from './lot-id.ts';

/** /lot-result/{id}: how a lot ended. */
export default function LotResult() {
  const lotId = readLotId(useParams().id);
  return lotId === null ? (
    <NoSuchLot />
  ) : (
    <LotResultView key={lotId} lotId={lotId} notFound={<NoSuchLot />} />
  );
}
