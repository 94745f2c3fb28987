import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DocumentOnItsWay, DocumentRow } from './document-row.tsx';
import { documentsQuery, useDeleteFile, type FilePlace } from './file-queries.ts';
import { UploadArea } from './upload-area.tsx';
import { useUploads } from './uploads.ts';
import { useFileChoice } from './use-file-choice.ts';
import css from './documents.module.css';

/** Files that go with a message to staff: added and removed one by one, never open to everybody. Needs `files` texts. */
export function Attachments({ place }: { place: FilePlace }) {
  const { t } = useTranslation('files');
  const { data } = useQuery(documentsQuery(place));
  const { queue, add, pending } = useUploads(place);
  const remove = useDeleteFile(place, () => undefined);
  const documents = data?.items ?? [];
  const chosen = { count: documents.length, bytes: data?.usedBytes ?? 0 };
  const choice = useFileChoice('documents', chosen, pending, (files) => add('documents', files));
  const coming = pending.filter(({ kind }) => kind === 'documents');
  return (
    <section aria-label={t('title.documents')}>
      {choice.refusals.length > 0 ? <p role="alert">{choice.refusals.join(' ')}</p> : null}
      <UploadArea kind="documents" full={choice.full} onFiles={choice.choose} />
      {documents.length + coming.length > 0 ? (
        <ul className={css.list}>
          {documents.map((document) => (
            <DocumentRow
              key={document.uploadId}
              document={document}
              onDelete={() => remove.mutate(document.id)}
            />
          ))}
          {coming.map((upload) => (
            <DocumentOnItsWay
              key={upload.uploadId}
              upload={upload}
              onRetry={() => queue.retry(upload.uploadId)}
              onCancel={() => queue.cancel(upload.uploadId)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
