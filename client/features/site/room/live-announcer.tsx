import { memo } from 'react';
import { useRoom } from './room-store.ts';
import { useAnnouncements } from './use-announcements.ts';
import css from './parts.module.css';

/**
 * Two live regions: one waits its turn, one interrupts. The key makes a repeated text be read again. The clock of what is
 * said renders these alone, and not the room around them.
 */
export const LiveAnnouncer = memo(function LiveAnnouncer() {
  useAnnouncements();
  const polite = useRoom((state) => state.polite);
  const assertive = useRoom((state) => state.assertive);
  return (
    <>
      <div
        className={css.srOnly}
        role="status"
        aria-live="polite"
        aria-atomic="true"
        data-testid="say-polite"
      >
        <span key={polite.id}>{polite.text}</span>
      </div>
      <div
        className={css.srOnly}
        role="alert"
        aria-live="assertive"
        aria-atomic="true"
        data-testid="say-assertive"
      >
        <span key={assertive.id}>{assertive.text}</span>
      </div>
    </>
  );
});
