import { useParams } from 'react-router-dom';
import { LotResultView } from '#client/features/lots/result/lot-result.tsx';
import { readLotId } from './lot-id.ts';
import { NotFound } from './not-found.tsx';

/** /lot-result/{id}: how a lot ended. */
export default function LotResult() {
  const lotId = readLotId(useParams().id);
  return lotId === null ? <NotFound /> : <LotResultView key={lotId} lotId={lotId} notFound={<NotFound />} />;
}
