import { useQuery } from '@tanstack/react-query';
import { arrayMove } from '@dnd-kit/sortable';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { FileSection } from './file-section.tsx';
import { imagesQuery, useDeleteFile, useImageChanges, type FilePlace } from './file-queries.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoOnItsWay } from './photo-on-its-way.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { UploadArea } from './upload-area.tsx';
import { useUploads } from './uploads.ts';
import { useFileChoice } from './use-file-choice.ts';

/**
 * Photos of a thing: those that are stored, in their order, and those on their way.
 * @param lead what they are for, instead of what an order needs
 */
export function PhotoSection({ place, lead }: { place: FilePlace; lead?: string }) {
  const { t } = useTranslation(['files', 'ui']);
  const { data, error, refetch } = useQuery(imagesQuery(place));
  const { queue, add, forgetOrder, keepMain, pending } = useUploads(place);
  const { main, arrange, visibility } = useImageChanges(place);
  const [opened, setOpened] = useState<number | null>(null);
  const [doomed, setDoomed] = useState<number | null>(null);
  const remove = useDeleteFile(place, () => setDoomed(null));
  const images = data?.items ?? [];
  const usedBytes = data?.usedBytes ?? 0;
  const choice = useFileChoice('images', { count: images.length, bytes: usedBytes }, pending, (files) =>
    add('images', files),
  );
  const coming = pending.filter(({ kind }) => kind === 'images');

  const put = (fileIds: number[]) => {
    forgetOrder();
    arrange.mutate(fileIds);
  };
  const makeMain = (fileId: number) => {
    keepMain();
    main.mutate(fileId);
  };
  const large = images.findIndex(({ id }) => id === opened);
  const openedImage = images[large];
  const ids = images.map(({ id }) => id);

  return (
    <FileSection
      kind="images"
      lead={lead}
      count={images.length}
      usedBytes={usedBytes}
      refusals={choice.refusals}
      onDismiss={choice.dismiss}
    >
      <UploadArea kind="images" full={choice.full} onFiles={choice.choose} />
      {images.length + coming.length > 0 ? (
        <PhotoGrid images={images} onArrange={put}>
          {images.map((image, i) => (
            <PhotoTile
              key={image.uploadId}
              image={image}
              place={i + 1}
              onOpen={() => setOpened(image.id)}
              onMain={() => makeMain(image.id)}
              onShow={(visible) => visibility.mutate({ fileId: image.id, visible })}
              onDelete={() => setDoomed(image.id)}
            />
          ))}
          {coming.map((upload) => (
            <PhotoOnItsWay
              key={upload.uploadId}
              upload={upload}
              onRetry={() => queue.retry(upload.uploadId)}
              onCancel={() => queue.cancel(upload.uploadId)}
            />
          ))}
        </PhotoGrid>
      ) : data ? null : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={180} radius={8} />
        </div>
      )}
      {openedImage && doomed === null ? (
        <PhotoDialog
          image={openedImage}
          place={large + 1}
          count={images.length}
          onMove={(to) => put(arrayMove(ids, large, to - 1))}
          onMain={() => makeMain(openedImage.id)}
          onShow={(visible) => visibility.mutate({ fileId: openedImage.id, visible })}
          onDelete={() => setDoomed(openedImage.id)}
          onClose={() => setOpened(null)}
        />
      ) : null}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('photo.ask')}
        confirm={t('delete')}
        cancel={t('ui:action.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => doomed !== null && remove.mutate(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {t('photo.askText')}
      </ConfirmDialog>
    </FileSection>
  );
}
