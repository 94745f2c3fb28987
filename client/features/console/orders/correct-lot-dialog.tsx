import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lotDetails } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { CorrectLotForm } from './correct-lot-form.tsx';

const CORRECTED_LOT_KEY = 'console-corrected-lot';

/** What a published lot says, as it is now, to be corrected. */
export function CorrectLotDialog({ lotId, onClose }: { lotId: number; onClose: () => void }) {
  const { t } = useTranslation('console-orders');
  const { data, error, refetch } = useQuery({
    queryKey: [CORRECTED_LOT_KEY, lotId],
    queryFn: ({ signal }) => call(lotDetails, { params: { id: lotId }, signal }),
    // Each opening begins with what the lot says then.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data) return <CorrectLotForm lot={data} onClose={onClose} />;
  return (
    <Dialog title={t('correct.title', { number: lotId })} onClose={onClose}>
      <NotRead error={error} onRetry={() => void refetch()} height={320} />
    </Dialog>
  );
}
