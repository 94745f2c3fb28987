import { useTranslation } from 'react-i18next';
import type { BankLineView } from '#shared/api/console/bank-lines.ts';
import { Waiting } from '#client/ui/data-table/cells.tsx';
import layout from '#client/ui/layout.module.css';

/** Whose movement a line is or may be; of two that contradict each other what the other one says. */
export function RepeatText({ repeats }: { repeats: NonNullable<BankLineView['repeats']> }) {
  const { t } = useTranslation('console-statements');
  const { lineId: id, answer, contradicts, says } = repeats;
  if (answer !== 'unclear') return <small>{t(`repeats.${answer}`, { id })}</small>;
  if (!contradicts || says === null) return <Waiting>{t('repeats.unclear', { id })}</Waiting>;
  const { document, purpose, party } = says;
  return (
    <>
      <Waiting>{t('repeats.contradicts', { id })}</Waiting>
      <small>{t('repeats.says', { id })}</small>
      <span className={layout.breakAnywhere}>{purpose === '' ? '—' : purpose}</span>
      <small>
        {[
          document === null ? null : t('document', { number: document }),
          party.name,
          party.stir,
          party.account,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </small>
    </>
  );
}
