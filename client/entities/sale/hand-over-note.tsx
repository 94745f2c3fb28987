import { useQuery } from '@tanstack/react-query';
import { FileCheck2, MessageSquareWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HandOverOfSale } from '#shared/api/cabinet/hand-over-of-sale.ts';
import { documentList } from '#shared/api/cabinet/files.ts';
import { DONE_HAND_OVERS, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { recovering } from '#client/lib/recover.ts';
import css from './hand-over-note.module.css';

export const isHandedOver = (state: HandOverState): boolean =>
  (DONE_HAND_OVERS as readonly HandOverState[]).includes(state);

/** What the buyer disputes and what staff stated, and the acceptance act: the same for both sides. Needs `after-sale` texts. */
export function HandOverNote({ handOver }: { handOver: HandOverOfSale }) {
  const { t } = useTranslation('after-sale');
  const { id, recordedAtMs, dispute, note, act, state } = handOver;
  if (recordedAtMs === null && !dispute && !act) return null;
  return (
    <div className={css.note}>
      {recordedAtMs === null ? null : <p>{t('recorded', { time: formatDateTime(recordedAtMs) })}</p>}
      {dispute ? (
        <div className={css.dispute} data-open={state === 'disputed'}>
          <MessageSquareWarning size={20} aria-hidden />
          <div>
            <strong>
              {t(state === 'disputed' ? 'dispute.open' : 'dispute.over', {
                time: formatDateTime(dispute.atMs),
              })}
            </strong>
            <blockquote>{dispute.text}</blockquote>
            <DisputeFiles handOverId={id} />
          </div>
        </div>
      ) : null}
      {note ? (
        <p>
          {t('staffNote')} <q>{note}</q>
        </p>
      ) : null}
      {act ? (
        <a className={css.act} href={act.path} target="_blank" rel="noreferrer">
          <FileCheck2 size={20} aria-hidden />
          {t(state === 'cancelled' ? 'actCancelled' : 'act', { number: act.number })}
        </a>
      ) : null}
    </div>
  );
}

/** Files of a dispute, each by its name; nothing where there are none. */
function DisputeFiles({ handOverId }: { handOverId: number }) {
  const { t } = useTranslation('after-sale');
  const { data } = useQuery({
    queryKey: ['files', 'hand-over', handOverId, 'documents'],
    queryFn: ({ signal }) =>
      call(documentList, { query: { owner: 'hand-over', ownerId: handOverId }, signal }),
    ...recovering(),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('dispute.files')}>
      {data.items.map(({ id, name, url }) => (
        <li key={id}>
          <a href={url} download={name}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
