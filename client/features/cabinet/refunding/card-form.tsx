import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPayoutCard, confirmPayoutCard } from '#shared/api/cabinet/refunds.ts';
import { CARD_NAMES, problemOfCard, problemOfExpiry } from '#shared/validation/card-number.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { CardField } from '#client/ui/input-filters/fields.tsx';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import { digitsOf, groupsOf, isDigit } from '#client/ui/input-filters/groups.ts';
import type { InputFilter } from '#client/ui/input-filters/filter.ts';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { InnerForm } from './inner-form.tsx';
import css from './refunding.module.css';

const expiryDigits: InputFilter = {
  // Pasted with the whole year: 12/2029.
  show: (text) => groupsOf(digitsOf(text).replace(/^(\d{2})20(\d{2})$/, '$1$2'), 2).join('/'),
  counts: isDigit,
};
const CODE_MIN = 4;
const CODE_MAX = 8;

interface CardFormProps {
  /** Set where cards are pretend. */
  sandboxCode: string | null;
  onAdded: (id: number) => void;
  onClose: () => void;
}

interface Begun {
  bindingId: string;
  mask: string;
  phone: string | null;
}

/** A card, proven with the code its bank sends. The number leaves this page at once and is stored nowhere. */
export function CardForm({ sandboxCode, onAdded, onClose }: CardFormProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  return begun ? (
    <Code begun={begun} sandboxCode={sandboxCode} onAdded={onAdded} onBack={() => setBegun(null)} />
  ) : (
    <CardNumber onBegun={setBegun} onClose={onClose} />
  );
}

function CardNumber({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const { t } = useTranslation('refunding');
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const digits = digitsOf(number);
  const numberWrong = problemOfCard(digits) !== null;
  const expiryWrong = problemOfExpiry(digitsOf(expiry), nowMs()) !== null;
  const begin = useMutation({
    mutationFn: () => call(addPayoutCard, { body: { number: digits, expiry: digitsOf(expiry) } }),
    onSuccess: onBegun,
  });
  return (
    <InnerForm
      title={t('cardForm.title')}
      error={begin.error}
      busy={begin.isPending}
      confirm={t('cardForm.send')}
      back={t('ui:action.cancel')}
      onSubmit={() => begin.mutate()}
      onBack={onClose}
    >
      <CardField
        label={t('cardForm.number')}
        value={number}
        onChange={setNumber}
        placeholder="8600 0000 0000 0000"
        problem={
          numberWrong ? t('cardForm.numberWrong', { names: Object.values(CARD_NAMES).join(', ') }) : null
        }
      />
      <FilteredField
        label={t('cardForm.expiry')}
        filter={expiryDigits}
        inputMode="numeric"
        autoComplete="cc-exp"
        value={expiry}
        onChange={setExpiry}
        problem={expiryWrong ? t('cardForm.expiryWrong') : null}
      />
      <p className={css.safe}>
        <Lock size={18} aria-hidden />
        {t('cardForm.safe')}
      </p>
    </InnerForm>
  );
}

interface CodeProps {
  begun: Begun;
  sandboxCode: string | null;
  onAdded: (id: number) => void;
  onBack: () => void;
}

function Code({ begun: { bindingId, mask, phone }, sandboxCode, onAdded, onBack }: CodeProps) {
  const { t } = useTranslation('refunding');
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call(confirmPayoutCard, { body: { bindingId, code } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['payout-cards'] });
      notify('success', t('cardForm.added', { mask }));
      onAdded(id);
    },
  });
  const over = confirm.error instanceof ApiError && confirm.error.code === 'refunds.code-over';
  return (
    <InnerForm
      title={t('cardForm.title')}
      error={confirm.error}
      busy={confirm.isPending}
      confirm={t('cardForm.confirm')}
      over={over}
      back={t('cardForm.back')}
      onSubmit={() => {
        if (!over) confirm.mutate();
      }}
      onBack={onBack}
    >
      <p>
        {sandboxCode
          ? t('cardForm.pretend', { code: sandboxCode })
          : phone
            ? t('cardForm.codeSentTo', { phone, mask })
            : t('cardForm.codeSent', { mask })}
      </p>
      <DigitsField
        label={t('cardForm.code')}
        most={CODE_MAX}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        problem={code.length < CODE_MIN ? t('cardForm.codeWrong') : null}
      />
    </InnerForm>
  );
}
