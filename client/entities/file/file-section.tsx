import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from './file-queries.ts';
import { LIMITS } from './judge-file.ts';
import { useUploadWords } from './upload-texts.ts';
import css from './file-section.module.css';

interface FileSectionProps {
  kind: FileKind;
  count: number;
  /** The most of them, where that is fewer than the general limit. */
  most?: number | undefined;
  /** Instead of the general words. */
  lead?: string | undefined;
  usedBytes: number;
  refusals: readonly string[];
  onDismiss: () => void;
  children: ReactNode;
}

/** What both kinds of files have around them: the name, how much is used, and what was refused at once. */
export function FileSection(props: FileSectionProps) {
  const { kind, count, most, lead, usedBytes, refusals, onDismiss, children } = props;
  const { t } = useTranslation('files');
  const words = useUploadWords();
  return (
    <section className={css.section} id={kind} aria-labelledby={`${kind}-title`}>
      <header className={css.head}>
        <h2 id={`${kind}-title`}>{t(`title.${kind}`)}</h2>
        <p>
          {t('counted', { count, most: most ?? LIMITS[kind].count })} · {words.used(usedBytes, kind)}
        </p>
      </header>
      <p className={css.lead}>{lead ?? t(`lead.${kind}`)}</p>
      {refusals.length > 0 ? (
        <div className={css.refusals} role="alert">
          <ul>
            {refusals.map((refusal, i) => (
              // Two files may have the same name and the same fault.
              <li key={i}>{refusal}</li>
            ))}
          </ul>
          <button type="button" aria-label={t('ui:action.close')} onClick={onDismiss}>
            <X size={20} aria-hidden />
          </button>
        </div>
      ) : null}
      {children}
    </section>
  );
}
