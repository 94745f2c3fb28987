import { useTranslation } from 'react-i18next';
import { fileProtest } from '#shared/api/cabinet/protests.ts';
import {
  PROTEST_ADMISSION_DAYS,
  PROTEST_ANSWER_DAYS,
  PROTEST_FILES_MAX,
  PROTEST_TEXT,
} from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useRefreshProtests } from './protest-queries.ts';
import css from './protests.module.css';

/** What a protest sets off, and its reasons. Files are added to it once it is filed. */
export function FileDialog({ lotId, onClose }: { lotId: number; onClose: () => void }) {
  const { t } = useTranslation('protests');
  const refresh = useRefreshProtests();
  return (
    <TextDialog
      title={t('fileTitle', { number: lotId })}
      confirm={t('file')}
      text={{
        label: t('reasons'),
        hint: (count) => t('letters', { count, most: PROTEST_TEXT.max }),
        limits: PROTEST_TEXT,
        short: t('short', { count: PROTEST_TEXT.min }),
        rows: 6,
      }}
      send={(text) => call(fileProtest, { body: { lotId, text } })}
      outcome={(answer) =>
        answer.verdict === 'refused' ? { refused: t(`refused.${answer.reason}`) } : { done: t('filed') }
      }
      // Whether it was filed is not known without an answer.
      onSettled={refresh}
      onClose={onClose}
    >
      <ul className={css.effects}>
        <li>{t('effect.stops')}</li>
        <li>{t('effect.admit', { count: PROTEST_ADMISSION_DAYS })}</li>
        <li>{t('effect.answer', { count: PROTEST_ANSWER_DAYS })}</li>
        <li>{t('effect.once')}</li>
        <li>{t('effect.files', { count: PROTEST_FILES_MAX })}</li>
      </ul>
    </TextDialog>
  );
}
