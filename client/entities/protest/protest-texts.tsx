import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyProtest } from '#shared/api/cabinet/protests.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import css from './protest.module.css';

type Said = Pick<MyProtest, 'text' | 'filedAtMs' | 'answer' | 'decision' | 'decidedAtMs' | 'state'>;

/** What was said by whom: the protest, the customer's answer, the decision. */
export function ProtestWords({ protest, author }: { protest: Said; author: ReactNode }) {
  const { t } = useTranslation('protests');
  const { text, filedAtMs, answer, decision, decidedAtMs } = protest;
  return (
    <ol className={css.words}>
      <li>
        <p className={css.who}>
          <b>{author}</b> <time>{formatDateTime(filedAtMs)}</time>
        </p>
        <blockquote>{text}</blockquote>
      </li>
      {answer ? (
        <li data-verdict={answer.verdict}>
          <p className={css.who}>
            <b>{t(`answer.${answer.verdict}`)}</b> <time>{formatDateTime(answer.atMs)}</time>
          </p>
          <blockquote>{answer.text}</blockquote>
        </li>
      ) : null}
      {decision && decidedAtMs !== null ? (
        <li>
          <p className={css.who}>
            <b>{t('decision')}</b> <time>{formatDateTime(decidedAtMs)}</time>
          </p>
          <blockquote>{decision}</blockquote>
        </li>
      ) : null}
    </ol>
  );
}
