import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentView } from '#shared/api/cabinet/files.ts';
import css from './protest.module.css';

/** Files of a protest, to be read. Nothing where there are none. */
export function ProtestFiles({ files }: { files: readonly DocumentView[] }) {
  const { t } = useTranslation('protests');
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('files')}>
      {files.map(({ id, name, url }) => (
        <li key={id}>
          <Paperclip size={16} aria-hidden />
          <a href={url} download={name}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
