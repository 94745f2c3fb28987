import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { DocumentOnItsWay, DocumentRow } from './document-row.tsx';
import { FileSection } from './file-section.tsx';
import { documentsQuery, useDeleteFile, usePublishDocument, type FilePlace } from './file-queries.ts';
import { UploadArea } from './upload-area.tsx';
import { useUploads } from './uploads.ts';
import { useFileChoice } from './use-file-choice.ts';
import css from './documents.module.css';

interface DocumentSectionProps {
  place: FilePlace;
  /** The most documents, where that is fewer than the general limit. */
  most?: number;
  /** What they are for, instead of the general words. */
  lead?: string;
  /** They are never published. */
  isPrivate?: boolean;
}

/** Documents of a thing: those that are stored, and those on their way. */
export function DocumentSection({ place, most, lead, isPrivate = false }: DocumentSectionProps) {
  const { t } = useTranslation(['files', 'ui']);
  const { data, error, refetch } = useQuery(documentsQuery(place));
  const { queue, add, pending } = useUploads(place);
  const publish = usePublishDocument(place);
  const [doomed, setDoomed] = useState<number | null>(null);
  const remove = useDeleteFile(place, () => setDoomed(null));
  const documents = data?.items ?? [];
  const usedBytes = data?.usedBytes ?? 0;
  const stored = { count: documents.length, bytes: usedBytes, most };
  const choice = useFileChoice('documents', stored, pending, (files) => add('documents', files));
  const coming = pending.filter(({ kind }) => kind === 'documents');
  return (
    <FileSection
      kind="documents"
      count={documents.length}
      most={most}
      lead={lead}
      usedBytes={usedBytes}
      refusals={choice.refusals}
      onDismiss={choice.dismiss}
    >
      {most !== undefined && choice.full ? null : (
        <UploadArea kind="documents" full={choice.full} onFiles={choice.choose} />
      )}
      {documents.length + coming.length > 0 ? (
        <ul className={css.list}>
          {documents.map((document) => (
            <DocumentRow
              key={document.uploadId}
              document={document}
              onPublish={
                isPrivate ? undefined : (isPublic) => publish.mutate({ fileId: document.id, isPublic })
              }
              onDelete={() => setDoomed(document.id)}
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
      ) : data ? null : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={120} radius={8} />
        </div>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('document.ask')}
        confirm={t('delete')}
        cancel={t('ui:action.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => doomed !== null && remove.mutate(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {t('document.askText', { name: documents.find(({ id }) => id === doomed)?.name ?? '' })}
      </ConfirmDialog>
    </FileSection>
  );
}
