import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/date.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { FileDialog } from './file-dialog.tsx';
import { ProtestCard } from './protest-card.tsx';
import { protestOfLotQuery } from './protest-queries.ts';
import css from './protests.module.css';

/** For a participant who looks at a result: the protest, or the way to file one until its time is over. Nothing for others. */
export default function ProtestOfLot({ lotId }: { lotId: number }) {
  const { t } = useTranslation('protests');
  const [filing, setFiling] = useState(false);
  const { data, refetch } = useQuery(protestOfLotQuery(lotId));
  usePersonUpdates('messages', () => void refetch());
  if (!data) return null;
  const { mine, canFile, open, untilMs } = data;
  const mayHave = canFile || (data.refusal === 'too-late' && untilMs !== null);
  if (!mine && !mayHave) return null;
  return (
    <section className={css.panel} aria-labelledby="protest-title">
      <h2 id="protest-title">
        <Scale size={22} aria-hidden /> {t(mine ? 'mine' : 'title')}
      </h2>
      {mine ? (
        <ProtestCard protest={mine} />
      ) : canFile && untilMs !== null ? (
        <>
          <p>{t('until', { time: formatDateTime(untilMs) })}</p>
          {open ? <p className={layout.muted}>{t('otherOpen')}</p> : null}
          <div>
            <Button variant="default" size="md" onClick={() => setFiling(true)}>
              {t('file')}
            </Button>
          </div>
        </>
      ) : (
        <p className={layout.muted}>{t('over', { time: formatDateTime(untilMs ?? 0) })}</p>
      )}
      {filing ? <FileDialog lotId={lotId} onClose={() => setFiling(false)} /> : null}
    </section>
  );
}
