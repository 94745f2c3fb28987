import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { Button } from '#client/ui/button.tsx';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

const Replay = lazyScreen(() => import('./replay/replay.tsx'), ['card', 'checks']);

/** The way to the replay; a link to an instant of it opens it at once. */
export function ReplayOfLot({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const [params] = useSearchParams();
  const [open, setOpen] = useState(params.has('t'));
  if (!open)
    return (
      <div>
        <Button
          size="md"
          variant="default"
          leftSection={<Play size={18} aria-hidden />}
          onClick={() => setOpen(true)}
          onPointerEnter={() => void Replay.preload()}
        >
          {t('result.replay')}
        </Button>
      </div>
    );
  return (
    <PartBoundary onFailure={() => setOpen(false)}>
      <Suspense fallback={<Skeleton height={320} radius={12} />}>
        <Replay lotId={lotId} />
      </Suspense>
    </PartBoundary>
  );
}
