import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { joinPractice } from '#shared/api/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import css from './card.module.css';

/** Joining a practice room admits at once and leads into the room. */
export function JoinPractice({ lotId }: { lotId: number }) {
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
  return (
    <>
      <p>{t('join.practice')}</p>
      <Button size="lg" fullWidth loading={join.isPending} onClick={() => join.mutate()}>
        {t('join.practiceButton')}
      </Button>
      {refused || join.error ? (
        <p role="alert" className={css.refused}>
          {refused ?? errorText(join.error)}
        </p>
      ) : null}
    </>
  );
}
