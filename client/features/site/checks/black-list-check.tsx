import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkBlackList } from '#shared/api/site/checks.ts';
import { call } from '#client/lib/api-client.ts';
import { proofOfWork } from '#client/lib/proof-of-work.ts';
import { Button } from '#client/ui/button.tsx';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { BlackListResult } from './black-list-result.tsx';
import { useCheckError } from './check-error.ts';
import {
  CODE_FILTERS,
  CODE_KINDS,
  CODE_LENGTH,
  maySend,
  problemOfCode,
  type CodeKind,
} from './personal-code.ts';
import page from '#client/ui/page.module.css';
import css from './checks.module.css';

/** Is the holder of a STIR or PINFL barred from auctions. Nothing is listed: only an exact number answers. */
export function BlackListCheck() {
  const { t } = useTranslation('checks');
  const errorText = useCheckError();
  const [kind, setKind] = useState<CodeKind>('stir');
  const [shown, setShown] = useState('');
  /** A problem is shown while typing only once the number is whole, or after a press. */
  const [pressed, setPressed] = useState(false);
  const value = shown.replace(/\D/g, '');
  const problem = problemOfCode(kind, value);
  const whole = value.length >= CODE_LENGTH[kind];
  const look = useMutation({
    mutationFn: async (asked: { kind: CodeKind; value: string }) =>
      call(checkBlackList, { body: { ...asked, captcha: await proofOfWork() } }),
  });

  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone it is below the window, behind the tab bar.
    if (look.data) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [look.data]);

  const choose = (next: CodeKind) => {
    setKind(next);
    setShown('');
    setPressed(false);
    look.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (maySend(problem) && !look.isPending) look.mutate({ kind, value });
  };

  return (
    <div className={`${page.page} ${css.page}`}>
      <PageTitle>{t('blackList.title')}</PageTitle>
      <p className={page.lead}>{t('blackList.lead')}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        <fieldset className={css.kinds}>
          <legend>{t('blackList.kind')}</legend>
          {CODE_KINDS.map((each) => (
            <label key={each}>
              <input type="radio" name="kind" checked={kind === each} onChange={() => choose(each)} />
              {t(`blackList.${each}`)}
            </label>
          ))}
        </fieldset>
        <div className={css.line}>
          <FilteredField
            key={kind}
            label={t(kind)}
            hint={t(`blackList.hint.${kind}`)}
            error={
              problem && (pressed || whole) ? t(`blackList.problem.${problem}`, { code: t(kind) }) : null
            }
            filter={CODE_FILTERS[kind]}
            value={shown}
            inputMode="numeric"
            onChange={(text) => {
              setShown(text);
              setPressed(false);
              look.reset();
            }}
          />
          <Button type="submit" size="md" loading={look.isPending}>
            {t('check')}
          </Button>
        </div>
        {look.error ? (
          <p role="alert" className={css.failed}>
            {errorText(look.error)}
          </p>
        ) : null}
        <p className={css.privacy}>
          <ShieldCheck size={20} aria-hidden />
          <span>{t('blackList.privacy')}</span>
        </p>
      </form>
      <div ref={answer} className={css.answer} aria-live="polite">
        {look.data ? <BlackListResult entries={look.data.entries} /> : null}
      </div>
    </div>
  );
}
