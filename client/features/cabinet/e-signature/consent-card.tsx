import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  agreeToConsent,
  consentState,
  disagreeWithConsent,
  prepareConsent,
} from '#shared/api/cabinet/consent.ts';
import { dayText, tashkentDay } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import { refreshSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { LegalText } from './legal-text.tsx';
import { SignDocument, type Signable } from './sign-document.tsx';
import css from './e-signature.module.css';

type State = z.output<typeof consentState.answer>;

const CONSENT_QUERY = ['consent'];
export const DOCUMENTS = 'signed-documents';

async function offer(): Promise<Signable> {
  const { requestId, documentBase64 } = await call(prepareConsent);
  return {
    base64: documentBase64,
    finish: async (pkcs7) => {
      const answer = await call(agreeToConsent, { body: { requestId, pkcs7 } });
      return answer.outcome === 'signed' ? { outcome: 'done' } : answer;
    },
  };
}

/** In Tashkent. */
const today = (): string => tashkentDay(Date.now());

type Verdict = 'signed' | 'unsigned' | 'unsignedSoon' | 'refused' | 'newer' | 'newerPassed';

/** Whether the person has signed the offer, in one word. */
export function verdictOf({ answer, inForce, mayAct, toSign }: State): Verdict {
  if (answer && !answer.agreed) return 'refused';
  if (!toSign) return 'signed';
  if (answer) return inForce ? 'newer' : 'newerPassed';
  return mayAct ? 'unsignedSoon' : 'unsigned';
}

const TONES: Record<Verdict, 'good' | 'warn' | 'bad'> = {
  signed: 'good',
  newer: 'warn',
  unsignedSoon: 'warn',
  newerPassed: 'bad',
  unsigned: 'bad',
  refused: 'bad',
};
const BADGES = { good: 'success', warn: 'warning', bad: 'danger' } as const;
const ICONS = { good: CircleCheck, warn: CircleAlert, bad: CircleX };
/** Two of the words share the heading of another. */
const HEADING: Partial<Record<Verdict, Verdict>> = { unsignedSoon: 'unsigned', newerPassed: 'newer' };

/** The public offer and the service contract: what they are, how I stand to them, signing and refusing. */
export function ConsentCard() {
  const { t } = useTranslation('e-signature');
  const queries = useQueryClient();
  const [signing, setSigning] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: CONSENT_QUERY, queryFn: () => call(consentState) });
  const { data: profile } = useQuery(profileQuery);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: CONSENT_QUERY });
    void queries.invalidateQueries({ queryKey: [DOCUMENTS] });
    // Completeness of the profile counts the signature; the answer brings the cookie that says how complete it is.
    void refreshSession();
  };
  const refuse = useMutation({
    mutationFn: (version: number) =>
      call(disagreeWithConsent, { body: { version, reason: reason.trim() || null } }),
    onSuccess: () => {
      notify('success', t('consent.recorded'));
      setRefusing(false);
      setReason('');
      refresh();
    },
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={328} radius={12} />;
  const { current, answer } = data;
  const verdict = verdictOf(data);
  const tone = TONES[verdict];
  const Icon = ICONS[tone];
  const passed = current.deadlineOn < today();
  // A deadline before the person registered was never theirs to meet.
  const missed = passed && profile !== undefined && tashkentDay(profile.since) <= current.deadlineOn;
  return (
    <section className={css.card} data-tone={tone} aria-labelledby="consent-title">
      <div className={css.verdict}>
        <Icon size={40} strokeWidth={1.75} aria-hidden />
        <div>
          <h2 id="consent-title">{t('consent.title')}</h2>
          <Badge colour={BADGES[tone]}>{t(`consent.${HEADING[verdict] ?? verdict}`)}</Badge>
          <p>
            {t(`consent.${verdict}Text`, {
              at: answer ? formatDateTimeShort(Date.parse(answer.at)) : '',
              day: dayText(current.deadlineOn),
              signed: answer?.version ?? '',
              version: current.version,
            })}
          </p>
        </div>
      </div>
      <p className={css.terms}>
        <span>{t('consent.version', { version: current.version })}</span>
        <span>{t('consent.effective', { day: dayText(current.effectiveOn) })}</span>
        {verdict === 'signed' || (passed && !missed) ? null : (
          <span>
            {t(passed ? 'consent.deadlinePassed' : 'consent.deadline', {
              day: dayText(current.deadlineOn),
            })}
          </span>
        )}
      </p>
      <LegalText version={current.version} />
      <div className={css.actions}>
        {data.toSign || verdict === 'refused' ? (
          <Button size="md" leftSection={<PenLine size={18} aria-hidden />} onClick={() => setSigning(true)}>
            {t(verdict === 'newer' || verdict === 'newerPassed' ? 'consent.signAgain' : 'consent.sign')}
          </Button>
        ) : null}
        {verdict === 'refused' ? null : (
          <Button size="md" variant="default" onClick={() => setRefusing(true)}>
            {t(answer ? 'consent.withdraw' : 'consent.disagree')}
          </Button>
        )}
      </div>
      <SignDocument
        opened={signing}
        title={t('consent.signTitle')}
        done={{ title: t('sign.done'), text: t('sign.doneText') }}
        make={offer}
        onSigned={refresh}
        onClose={() => setSigning(false)}
      />
      {refusing ? (
        <FormDialog
          title={t('consent.disagreeTitle')}
          confirm={t('consent.disagreeConfirm')}
          danger
          busy={refuse.isPending}
          error={refuse.error}
          onSubmit={() => refuse.mutate(current.version)}
          onClose={() => setRefusing(false)}
        >
          <p>{t('consent.disagreeText')}</p>
          <TextField
            label={t('consent.reason')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </FormDialog>
      ) : null}
    </section>
  );
}
