import { Copy, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { winLotBankOrder, type BankOrder } from '#shared/api/cabinet/winlots.ts';
import { formatMoney, formatTiyin } from '#client/lib/format/money.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import type { Through } from './pay-choice.tsx';
import css from './winlots.module.css';

const LINES = ['recipient', 'stir', 'bank', 'account', 'mfo', 'amount', 'purpose'] as const;

const bankOrderUrl = (lotId: number, through: Through): string =>
  `${winLotBankOrder.path.replace(':lotId', String(lotId))}${through === null ? '' : `?throughPart=${through}`}`;

/** What a bank's payment order has to say, each line to copy, and the paper to print. */
export function BankOrderDialog({
  lotId,
  order,
  through,
  onClose,
}: {
  lotId: number;
  order: BankOrder;
  through: Through;
  onClose: () => void;
}) {
  const { t } = useTranslation('winlots');
  const { amountTiyin, ...texts } = order;
  const shown = { ...texts, amount: formatMoney(amountTiyin) };
  // Without the currency and grouping spaces: forms of banks take digits.
  const copied = { ...texts, amount: formatTiyin(amountTiyin).replaceAll('\u00a0', '') };
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      notify('success', t('bank.copied'));
    } catch {
      // Not retried: the browser denies the clipboard, and the page says so.
      notify('warning', t('bank.copyFailed'));
    }
  };
  const all = LINES.map((line) => `${t(`bank.${line}`)}: ${shown[line]}`).join('\n');
  return (
    <Dialog title={t('bank.title')} wide onClose={onClose}>
      <div className={layout.fluidStack4}>
        <p>{t('bank.lead')}</p>
        <dl className={css.bankLines}>
          {LINES.map((line) => (
            <div key={line}>
              <dt>{t(`bank.${line}`)}</dt>
              <dd>
                <span>{shown[line]}</span>
                <button
                  type="button"
                  aria-label={t('bank.copyLine', { name: t(`bank.${line}`) })}
                  onClick={() => void copy(copied[line])}
                >
                  <Copy size={18} aria-hidden />
                </button>
              </dd>
            </div>
          ))}
        </dl>
        <p className={layout.mutedSmall}>{t('bank.note')}</p>
        <div className={css.bankActions}>
          <ButtonAnchor
            size="md"
            href={bankOrderUrl(lotId, through)}
            target="_blank"
            leftSection={<Printer size={18} aria-hidden />}
          >
            {t('bank.print')}
          </ButtonAnchor>
          <Button
            size="md"
            variant="default"
            leftSection={<Copy size={18} aria-hidden />}
            onClick={() => void copy(all)}
          >
            {t('bank.copyAll')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
