import { useTranslation } from 'react-i18next';
import { askLotQuestion } from '#shared/api/site/lot-questions.ts';
import { QUESTION_TEXT } from '#shared/limits/lot-questions.ts';
import { useContactText } from '#client/entities/lot-question/use-contact-text.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useRefreshQuestions } from './question-queries.ts';

/** A question to the seller, which staff look at before anybody sees it. */
export function AskDialog({ lotId, onClose }: { lotId: number; onClose: () => void }) {
  const { t } = useTranslation('lot-questions');
  const refresh = useRefreshQuestions();
  const contactText = useContactText();
  return (
    <TextDialog
      title={t('askTitle')}
      confirm={t('send')}
      text={{
        label: t('yourQuestion'),
        hint: (count) => t('letters', { count, most: QUESTION_TEXT.max }),
        limits: QUESTION_TEXT,
        short: t('short', { count: QUESTION_TEXT.min }),
        rows: 4,
      }}
      send={(text) => call(askLotQuestion, { body: { lotId, text } })}
      outcome={(answer) => {
        switch (answer.verdict) {
          case 'asked':
            return { done: t(answer.already ? 'alreadySent' : 'sent') };
          case 'refused':
            return { refused: t(`refused.${answer.reason}`) };
          case 'contact-data':
            return { wrong: contactText(answer.found) };
        }
      }}
      // Whether it was asked is not known without an answer.
      onSettled={refresh}
      onClose={onClose}
    >
      <p>{t('askLead')}</p>
    </TextDialog>
  );
}
