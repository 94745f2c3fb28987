import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { NoSuchLot } from '#client/features/site/lots/card/no-such-lot.tsx';
import { LotResultView } from '#client/features/site/lots/result/lot-result.tsx';
import { ProtestOfLot } from '#client/features/cabinet/protests/parts.ts';
import { useSession } from '#client/lib/session.ts';
import { readLotId } from './lot-id.ts';

/** /lot-result/{id}: how a lot ended, and the participant's protest. */
export default function LotResult() {
  const lotId = readLotId(useParams().id);
  const signedIn = useSession((state) => Boolean(state.user?.user_name));
  if (lotId === null) return <NoSuchLot />;
  return (
    <LotResultView key={lotId} lotId={lotId} notFound={<NoSuchLot />}>
      {signedIn ? (
        <Suspense>
          <ProtestOfLot lotId={lotId} />
        </Suspense>
      ) : null}
    </LotResultView>
  );
}
