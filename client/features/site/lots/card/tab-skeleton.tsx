import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './card.module.css';

const LINES = 6;

/** Lines where a tab's rows will stand. */
export function TabSkeleton() {
  return (
    <div className={css.tabLoading} aria-busy="true">
      {Array.from({ length: LINES }, (_, at) => (
        <Skeleton key={at} height={24} width={`${96 - (at % 3) * 14}%`} />
      ))}
    </div>
  );
}
