import { useTranslation } from 'react-i18next';
import type { RoomCounts } from '#shared/realtime/room.ts';
import css from './room-facts-details.module.css';

const COUNTED = ['applicants', 'participants', 'viewers'] as const;

interface RoomFactsDetailsProps {
  counts: RoomCounts | undefined;
  /** How good the connection is, in words. */
  connection: string;
}

/** What the numbers of the bar count, and the connection in words. */
export default function RoomFactsDetails({ counts, connection }: RoomFactsDetailsProps) {
  const { t } = useTranslation(['room-later', 'room']);
  return (
    <div className={css.details} data-testid="room-facts-details">
      <p>{t('room:counts.label')}</p>
      <dl>
        {COUNTED.map((key) => (
          <div key={key}>
            <dt>{t(`room:counts.${key}`, { count: counts?.[key] ?? 0 })}</dt>
            <dd>{t(`countsMeaning.${key}`)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('connection')}</dt>
          <dd>{connection}</dd>
        </div>
      </dl>
    </div>
  );
}
