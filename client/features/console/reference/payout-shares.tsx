import { useTranslation } from 'react-i18next';
import type { FigureProblem, FigureTexts } from '#shared/rule-sets/figure-texts.ts';
import { Button } from '#client/ui/button.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { bankAccount, BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import layout from '#client/ui/layout.module.css';
import { useFigureWords } from './rule-set-texts.ts';
import css from './console-reference.module.css';

const SHARES_MAX = 10;
const MFO_DIGITS = 5;
const NAME_MAX = 200;
const PARTS = ['percent', 'to', 'bankName', 'account', 'mfo', 'holderName'] as const;
type Part = (typeof PARTS)[number];

interface PayoutSharesProps {
  texts: FigureTexts;
  problems: readonly FigureProblem[];
  onChange: (patch: Record<string, string>) => void;
}

/** Who shares the money of a sale; without any the seller has all of it. */
export function PayoutShares({ texts, problems, onChange }: PayoutSharesProps) {
  const { t } = useTranslation('console-rule-sets');
  const { problemOf } = useFigureWords();
  const count = Number(texts['payoutShares.length'] ?? 0);
  const of = (at: number, part: Part): string => texts[`payoutShares.${at}.${part}`] ?? '';
  const put = (at: number, part: Part, text: string) => onChange({ [`payoutShares.${at}.${part}`]: text });
  const errorAt = (path: string): string | null => {
    const problem = problems.find((each) => each.path === path);
    return problem ? problemOf(problem) : null;
  };
  const add = () =>
    onChange({
      'payoutShares.length': String(count + 1),
      ...Object.fromEntries(PARTS.map((part) => [`payoutShares.${count}.${part}`, ''])),
      [`payoutShares.${count}.percent`]: count === 0 ? '100' : '',
      [`payoutShares.${count}.to`]: count === 0 ? 'seller' : 'account',
    });
  const remove = (gone: number) =>
    onChange({
      'payoutShares.length': String(count - 1),
      ...Object.fromEntries(
        Array.from({ length: count - 1 - gone }, (_, at) => gone + at).flatMap((at) =>
          PARTS.map((part) => [`payoutShares.${at}.${part}`, of(at + 1, part)]),
        ),
      ),
    });
  return (
    <div className={css.part}>
      <p className={layout.muted}>{t('shares.lead')}</p>
      {Array.from({ length: count }, (_, at) => (
        // Rows have no identity of their own: they are their places.
        <fieldset key={`share-${at}`} className={css.card}>
          <legend>{t('shares.share', { number: at + 1 })}</legend>
          <div className={css.fields}>
            <InputField
              label={t('shares.percent')}
              inputMode="decimal"
              value={of(at, 'percent')}
              error={errorAt(`payoutShares.${at}.percent`)}
              onChange={({ target }) => put(at, 'percent', target.value)}
            />
            <OptionsField
              label={t('shares.to')}
              value={of(at, 'to')}
              onChange={({ target }) => put(at, 'to', target.value)}
            >
              <option value="seller">{t('shares.seller')}</option>
              <option value="account">{t('shares.account')}</option>
            </OptionsField>
            {of(at, 'to') === 'account' ? (
              <>
                <InputField
                  label={t('shares.holderName')}
                  maxLength={NAME_MAX}
                  value={of(at, 'holderName')}
                  error={errorAt(`payoutShares.${at}.holderName`)}
                  onChange={({ target }) => put(at, 'holderName', target.value)}
                />
                <InputField
                  label={t('shares.bankName')}
                  maxLength={NAME_MAX}
                  value={of(at, 'bankName')}
                  error={errorAt(`payoutShares.${at}.bankName`)}
                  onChange={({ target }) => put(at, 'bankName', target.value)}
                />
                <BankAccountField
                  label={t('shares.number')}
                  value={bankAccount.show(of(at, 'account'))}
                  error={errorAt(`payoutShares.${at}.account`)}
                  onChange={(text) => put(at, 'account', digitsOf(text))}
                />
                <DigitsField
                  label={t('shares.mfo')}
                  most={MFO_DIGITS}
                  value={of(at, 'mfo')}
                  error={errorAt(`payoutShares.${at}.mfo`)}
                  onChange={(text) => put(at, 'mfo', text)}
                />
              </>
            ) : null}
          </div>
          <div className={layout.row2}>
            <Button variant="default" onClick={() => remove(at)}>
              {t('shares.remove', { number: at + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <FormError error={errorAt('payoutShares')} />
      {count < SHARES_MAX ? (
        <div className={layout.row2}>
          <Button variant="default" onClick={add}>
            {t('shares.add')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
