import { FileKey2, TestTubeDiagonal, Usb } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SignerKey } from '#client/lib/e-imzo/browser-signer.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import css from './e-signature.module.css';

const ICONS = { file: FileKey2, token: Usb, test: TestTubeDiagonal };

/** Can this key sign today? */
export function timeOf({ validFrom, validTo }: SignerKey, nowMs = Date.now()): 'expired' | 'notYet' | 'now' {
  if (nowMs > validTo.getTime()) return 'expired';
  return nowMs < validFrom.getTime() ? 'notYet' : 'now';
}

interface KeyChoiceProps {
  keys: readonly SignerKey[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The keys at hand, as a group of radio buttons; those that cannot sign today say why. */
export function KeyChoice({ keys, chosen, onChoose }: KeyChoiceProps) {
  const { t } = useTranslation('e-signature');
  return (
    <fieldset className={css.keys}>
      <legend>{t('sign.choose')}</legend>
      {keys.map((key) => {
        const Icon = ICONS[key.place];
        const time = timeOf(key);
        const numbers = [
          key.tin && key.kind === 'legal' ? t('sign.tin', { tin: key.tin }) : null,
          key.pinfl ? t('sign.number', { pinfl: key.pinfl }) : null,
        ].filter(Boolean);
        return (
          <label key={key.id} className={css.key} data-off={time !== 'now'}>
            <input
              type="radio"
              name="e-signature-key"
              checked={chosen === key.id}
              disabled={time !== 'now'}
              onChange={() => onChoose(key.id)}
            />
            <span className={css.keyText}>
              <strong>{key.owner}</strong>
              <span>{numbers.join(' · ')}</span>
              <span>
                {time === 'now'
                  ? t('sign.validTo', { day: formatDateShort(key.validTo.getTime()) })
                  : t(`sign.${time}`)}
                {key.place === 'file' ? null : ` · ${t(`sign.${key.place}`)}`}
              </span>
            </span>
            <Icon size={22} strokeWidth={1.75} aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}
