import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { joinPractice } from '#shared/api/cabinet/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './card.module.css';

/** Joins a practice room, which admits at once, and leads into it; a refusal is answered in words. */
function useJoinPractice(lotId: number) {
  const { t } = useTranslation('card');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => call(joinPractice, { body: { lotId } }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['room-base', lotId] });
      if (answer.verdict === 'admitted') void navigate(paths.gameView(lotId));
    },
  });
  const refused = join.data?.verdict === 'refused' ? t(`join.refused.${join.data.reason}`) : null;
  const problem = refused ?? (join.error ? errorText(join.error) : null);
  return { press: () => join.mutate(), pending: join.isPending, problem };
}

/** In the card's panel: what a practice room is, the button, and why it did not work. */
export function JoinPractice({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const { press, pending, problem } = useJoinPractice(lotId);
  return (
    <>
      <p>{t('join.practice')}</p>
      <Button size="lg" fullWidth loading={pending} onClick={press}>
        {t('join.practiceButton')}
      </Button>
      {problem === null ? null : (
        <p role="alert" className={css.refused}>
          {problem}
        </p>
      )}
    </>
  );
}

/** The button alone, for the bar at the edge of a phone: a refusal is a message over the page. */
export function JoinPracticeButton({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const { press, pending, problem } = useJoinPractice(lotId);
  useEffect(() => {
    if (problem !== null) notify('warning', problem);
  }, [problem]);
  return (
    <Button loading={pending} onClick={press}>
      {t('join.practiceButton')}
    </Button>
  );
}
