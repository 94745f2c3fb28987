import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { checkProtocol } from '#shared/api/checks.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ProtocolFound, ProtocolUnknown } from './protocol-result.tsx';
import css from './checks.module.css';

const LONGEST = 40;

export type NumberProblem = 'empty' | 'short' | 'signs';

/** What keeps a text from being a protocol number, or null: letters, digits, `-` and `/`, 3 to 40 of them. */
export function problemOfNumber(text: string): NumberProblem | null {
  if (text === '') return 'empty';
  if (!/^[\p{L}\d/-]+$/u.test(text)) return 'signs';
  return text.length < 3 ? 'short' : null;
}

/** The number as it stands on paper: without its №, spaces and dashes that word processors make of hyphens. */
export const tidyNumber = (text: string): string =>
  text
    .replace(/^\s*(№|no\.?\s)/iu, '')
    .replace(/\s+/gu, '')
    .replace(/\p{Pd}/gu, '-');

/** Is a protocol genuine and in force. The number stands in the address: a QR code opens the answer. */
export function ProtocolCheck() {
  const { t } = useTranslation('checks');
  const [search, setSearch] = useSearchParams();
  const asked = tidyNumber(search.get('number') ?? '').slice(0, LONGEST);
  const [text, setText] = useState(asked);
  const [problem, setProblem] = useState<NumberProblem | null>(null);
  const number = problemOfNumber(asked) === null ? asked : null;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['check-protocol', number],
    queryFn: () => call(checkProtocol, { query: { number: number ?? '' } }),
    enabled: number !== null,
    staleTime: 30_000,
    ...recovering(),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = tidyNumber(text);
    const found = problemOfNumber(typed);
    setProblem(found);
    if (found !== null) return;
    if (typed === number) void refetch();
    else setSearch({ number: typed });
  };

  return (
    <div className={css.page}>
      <PageTitle>{t('protocol.title')}</PageTitle>
      <p className={css.lead}>{t('protocol.lead')}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        <div className={css.line}>
          <Field
            label={t('protocol.number')}
            hint={t('protocol.hint')}
            error={problem ? t(`protocol.problem.${problem}`) : null}
          >
            {({ id, describedBy, className }) => (
              <input
                id={id}
                className={className}
                aria-describedby={describedBy}
                aria-invalid={problem !== null}
                value={text}
                maxLength={LONGEST}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="search"
                onChange={(event) => {
                  setText(event.target.value);
                  setProblem(null);
                }}
              />
            )}
          </Field>
          <Button type="submit" size="md" loading={isFetching}>
            {t('check')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {number === null ? null : data ? (
          data.found ? (
            <ProtocolFound protocol={data.found} />
          ) : (
            <ProtocolUnknown number={number} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={280} radius={12} />
        )}
      </div>
    </div>
  );
}
