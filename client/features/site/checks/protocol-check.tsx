import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { checkProtocol } from '#shared/api/site/checks.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { proofOfWork } from '#client/lib/proof-of-work.ts';
import { recovering } from '#client/lib/recover.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ProtocolFound, ProtocolUnknown } from './protocol-result.tsx';
import page from '#client/ui/page.module.css';
import css from './checks.module.css';

const LONGEST = 40;
const LONGEST_WORD = 20;

export type NumberProblem = 'empty' | 'short' | 'signs';

/** What keeps a text from being a protocol number, or null: letters, digits, `-` and `/`, 3 to 40 of them. */
function problemOfNumber(text: string): NumberProblem | null {
  if (text === '') return 'empty';
  if (!/^[\p{L}\d/-]+$/u.test(text)) return 'signs';
  return text.length < 3 ? 'short' : null;
}

/** The number as printed on paper: without its №, spaces and dashes that word processors make of hyphens. */
const tidyNumber = (text: string): string =>
  text
    .replace(/^\s*(№|no\.?\s)/iu, '')
    .replace(/\s+/gu, '')
    .replace(/\p{Pd}/gu, '-');

/** The check word as it may be sent: letters, digits and dashes. */
const tidyWord = (text: string): string => text.replace(/[^\p{L}\d\p{Pd}]/gu, '').slice(0, LONGEST_WORD);

/** Asks at once; after many checks in a day the device first does the requested work, and asks again. */
async function lookUp(number: string, word: string) {
  const query = { number, ...(word ? { word } : {}) };
  try {
    return await call(checkProtocol, { query });
  } catch (error) {
    // Any other refusal is shown; the look-up with its proof is the repeat.
    if (!(error instanceof ApiError) || error.code !== 'captcha-required') throw error;
    return call(checkProtocol, { query: { ...query, captcha: await proofOfWork() } });
  }
}

/** Is a protocol genuine and in force. Number and check word are in the address: a QR code opens the answer. */
export function ProtocolCheck() {
  const { t } = useTranslation('checks');
  const [search, setSearch] = useSearchParams();
  const asked = tidyNumber(search.get('number') ?? '').slice(0, LONGEST);
  const askedWord = tidyWord(search.get('word') ?? '');
  const [text, setText] = useState(asked);
  const [word, setWord] = useState(askedWord);
  const [problem, setProblem] = useState<NumberProblem | null>(null);
  const number = problemOfNumber(asked) === null ? asked : null;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['check-protocol', number, askedWord],
    queryFn: () => lookUp(number ?? '', askedWord),
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
    const typedWord = tidyWord(word);
    if (typed === number && typedWord === askedWord) void refetch();
    else setSearch({ number: typed, ...(typedWord ? { word: typedWord } : {}) });
  };

  return (
    <div className={`${page.page} ${css.page}`}>
      <PageTitle>{t('protocol.title')}</PageTitle>
      <p className={page.lead}>{t('protocol.lead')}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        <div className={`${css.line} ${css.withWord}`}>
          <Field
            label={t('protocol.number')}
            hint={t('protocol.hint')}
            error={problem ? t(`protocol.problem.${problem}`) : null}
          >
            {(ids) => (
              <input
                {...ids}
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
          <Field label={t('protocol.word')} hint={t('protocol.wordHint')}>
            {(ids) => (
              <input
                {...ids}
                className={`${ids.className} ${css.word}`}
                value={word}
                maxLength={LONGEST_WORD}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="search"
                onChange={(event) => setWord(event.target.value)}
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
