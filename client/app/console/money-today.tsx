import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { moneyOfDay, type MoneyIn, type MoneyMoved, type MoneyOut } from '#shared/api/console/today.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import css from './money-today.module.css';
import today from './today.module.css';

const REFRESH_MS = 30_000;

/** The list behind each figure; of a day where the list can be narrowed to one. */
const LISTS: Readonly<Record<MoneyIn | MoneyOut, (day: string) => string>> = {
  'top-up': (day) => `${paths.console('payments')}?from=${day}&to=${day}&status=paid`,
  indemnity: () => paths.console('bank-statements'),
  refund: () => `${paths.console('refunds')}?state=all&status=paid`,
  payout: () => `${paths.console('payouts')}?state=paid`,
  lost: () => paths.console('decisions'),
  reversal: (day) => `${paths.console('payments')}?from=${day}&to=${day}&status=refunded`,
};

/** What came in and what left since midnight in Tashkent; what there is nothing of has no line. */
export function MoneyToday() {
  const { t } = useTranslation('staff');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-money-of-day'],
    queryFn: ({ signal }) => call(moneyOfDay, { signal }),
    ...recovering(REFRESH_MS),
  });
  return (
    <section className={today.card} aria-labelledby="console-money">
      <h2 id="console-money">{t('today.money')}</h2>
      {data ? (
        <div className={css.sides}>
          <Side name={t('today.in')} moved={data.in} fromMs={data.fromMs} />
          <Side name={t('today.out')} moved={data.out} fromMs={data.fromMs} />
        </div>
      ) : (
        <NotRead part={t('today.money')} error={error} onRetry={() => void refetch()} height={112} />
      )}
    </section>
  );
}

interface SideProps {
  name: string;
  moved: readonly MoneyMoved<MoneyIn | MoneyOut>[];
  fromMs: number;
}

function Side({ name, moved, fromMs }: SideProps) {
  const { t } = useTranslation('staff');
  const day = tashkentDay(fromMs);
  const sum = moved.reduce((total, { amountTiyin }) => total + amountTiyin, 0);
  return (
    <div>
      <h3>{name}</h3>
      <MoneyText tiyin={sum} size="large" live />
      <ul>
        {moved
          .filter(({ count }) => count > 0)
          .map(({ kind, count, amountTiyin }) => (
            <li key={kind}>
              <Link to={LISTS[kind](day)}>
                {t(`today.moved.${kind}`)} ({count})
              </Link>
              <MoneyText tiyin={amountTiyin} size="small" live />
            </li>
          ))}
      </ul>
    </div>
  );
}
