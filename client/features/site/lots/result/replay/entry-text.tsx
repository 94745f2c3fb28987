import { useTranslation } from 'react-i18next';
import type { ChainedEntry } from '#shared/trust/public-log.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { formatTime } from '#client/lib/format/date.ts';

/** An entry of the log in a sentence. */
export function EntryText({ entry }: { entry: ChainedEntry }) {
  const { t } = useTranslation('checks');
  switch (entry.kind) {
    case 'price':
      return (
        <>
          {t(entry.by === 'auto' ? 'replay.entry.auto' : 'replay.entry.price', {
            number: entry.number,
            price: formatMoney(entry.amountTiyin),
          })}
          {entry.extended
            ? ` ${t('replay.entry.extended', { time: formatTime(entry.deadlineUs / 1_000, { seconds: true }) })}`
            : null}
        </>
      );
    case 'revoked':
      return entry.number === null
        ? t('replay.entry.revokedOther')
        : t('replay.entry.revoked', { number: entry.number });
    case 'admitted':
    case 'autoSet':
    case 'autoCleared':
      return t(`replay.entry.${entry.kind}`, { number: entry.number });
    case 'opened':
    case 'limitSet':
    case 'suspended':
    case 'resumed':
    case 'deadlineMoved':
    case 'closed':
      return t(`replay.entry.${entry.kind}`);
    default:
      return entry satisfies never;
  }
}
