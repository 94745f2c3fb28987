import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleConsentSource } from '#shared/api/cabinet/consent.ts';
import { earliestDeadline, OFFER_NOTICE_DAYS } from '#shared/limits/offer-notice.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './e-signature.module.css';

const LANGUAGES = ['uz', 'ru', 'en'] as const;
const PARTS = ['offer', 'contract'] as const;
const DAYS = ['effectiveOn', 'deadlineOn'] as const;
const SHORTEST = 100;

type Written = Record<(typeof LANGUAGES)[number], string>;
type Texts = Record<(typeof PARTS)[number], Written>;

const EMPTY: Texts = { offer: { uz: '', ru: '', en: '' }, contract: { uz: '', ru: '', en: '' } };

/** In Tashkent. */
const today = (): string => tashkentDay(Date.now());

interface NewVersionProps {
  /** The version whose texts it begins with; null: there is none yet. */
  from: number | null;
  onClose: () => void;
}

/** A new version of the offer and the contract, begun from the last one. A second person publishes it. */
export function NewVersion({ from, onClose }: NewVersionProps) {
  const { t } = useTranslation('e-signature');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-consent-source', from],
    queryFn: () => call(consoleConsentSource, { params: { version: from ?? 0 } }),
    enabled: from !== null,
    // What is being edited must not change under the hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle>{t('console.newTitle')}</PageTitle>
      <p className={css.lead}>{t('console.newLead')}</p>
      {from === null || data ? (
        <VersionForm texts={data ?? EMPTY} onClose={onClose} />
      ) : (
        <Skeleton height={640} radius={12} />
      )}
    </>
  );
}

function VersionForm({ texts: before, onClose }: { texts: Texts; onClose: () => void }) {
  const { t } = useTranslation('e-signature');
  const [texts, setTexts] = useState(before);
  const [days, setDays] = useState({ effectiveOn: '', deadlineOn: '' });
  const [pressed, setPressed] = useState(false);
  const [asking, setAsking] = useState(false);
  const dayProblem = (name: (typeof DAYS)[number]): string | null => {
    if (days[name] === '') return t('console.required');
    const isTooSoon = days.effectiveOn !== '' && days.deadlineOn < earliestDeadline(days.effectiveOn);
    if (name === 'deadlineOn' && isTooSoon) return t('errors.deadline-too-soon', { days: OFFER_NOTICE_DAYS });
    if (name === 'effectiveOn' && days.effectiveOn < today()) return t('errors.effective-in-the-past');
    return null;
  };
  const tooShort = (text: string) => text.trim().length < SHORTEST;
  const good =
    DAYS.every((name) => dayProblem(name) === null) &&
    PARTS.every((part) => LANGUAGES.every((language) => !tooShort(texts[part][language])));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (good) setAsking(true);
  };

  const form = (
    <form className={css.form} onSubmit={submit} noValidate>
      <div className={css.days}>
        {DAYS.map((name) => (
          <InputField
            key={name}
            type="date"
            label={t(`console.${name}`)}
            error={pressed ? dayProblem(name) : null}
            value={days[name]}
            onChange={(event) => setDays({ ...days, [name]: event.target.value })}
          />
        ))}
      </div>
      {PARTS.map((part) => (
        <div key={part} className={css.texts}>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              lang={language}
              label={t(`console.${part}In`, { language: t(`console.languages.${language}`) })}
              error={pressed && tooShort(texts[part][language]) ? t('console.short') : null}
              maxLength={20_000}
              value={texts[part][language]}
              onChange={(event) =>
                setTexts({ ...texts, [part]: { ...texts[part], [language]: event.target.value } })
              }
            />
          ))}
        </div>
      ))}
      <div className={css.actions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('console.cancel')}
        </Button>
        <Button type="submit" size="md">
          {t('console.publish')}
        </Button>
      </div>
    </form>
  );
  return (
    <>
      {form}
      {asking ? (
        <ProposeDialog
          kind="publish-offer"
          proposed={{ kind: 'publish-offer', payload: { ...days, ...texts } }}
          onClose={() => setAsking(false)}
          onProposed={() => undefined}
        >
          <Muted>{t('console.publishText')}</Muted>
        </ProposeDialog>
      ) : null}
    </>
  );
}
