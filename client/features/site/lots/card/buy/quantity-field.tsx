import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Field } from '#client/ui/field.tsx';
import type { Buying } from './use-buying.tsx';
import css from './buy.module.css';

/** How many units: typed, or one more and one less. Never more than are free now. */
export function QuantityField({ buying }: { buying: Buying }) {
  const { t } = useTranslation('purchases');
  const { text, setText, quantity, most } = buying;
  const tooMany = quantity !== null && most !== null && quantity > most;
  const error =
    quantity === null
      ? t('quantity.whole')
      : tooMany && most > 0
        ? t('quantity.most', { count: most })
        : null;
  const at = quantity ?? 0;
  return (
    <Field label={t('quantity.label')} error={error}>
      {(ids) => (
        <div className={css.quantity}>
          <button
            type="button"
            aria-label={t('quantity.less')}
            disabled={at <= 1}
            onClick={() => setText(String(most !== null && most > 0 && at > most ? most : at - 1))}
          >
            <Minus size={20} aria-hidden />
          </button>
          <input
            {...ids}
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button
            type="button"
            aria-label={t('quantity.more')}
            disabled={most !== null && at >= most}
            onClick={() => setText(String(at + 1))}
          >
            <Plus size={20} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}
