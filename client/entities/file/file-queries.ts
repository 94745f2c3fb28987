import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  arrangeImages,
  deleteFile,
  documentList,
  imageList,
  markAsMain,
  publishDocument,
  showImage,
  type DocumentList,
  type DocumentView,
  type FileOwnerName,
  type ImageList,
  type ImageView,
} from '#shared/api/cabinet/files.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** Whose files: a thing some domain registered, by its number. */
export interface FilePlace {
  owner: FileOwnerName;
  ownerId: number;
}
export type FileKind = 'images' | 'documents';

export const fileListKey = (kind: FileKind, { owner, ownerId }: FilePlace) =>
  ['files', owner, ownerId, kind] as const;

export const imagesQuery = (place: FilePlace) =>
  queryOptions({
    queryKey: fileListKey('images', place),
    queryFn: ({ signal }) => call(imageList, { query: place, signal }),
    ...recovering(),
  });

export const documentsQuery = (place: FilePlace) =>
  queryOptions({
    queryKey: fileListKey('documents', place),
    queryFn: ({ signal }) => call(documentList, { query: place, signal }),
    ...recovering(),
  });

/** Puts a file that has just arrived into the list on screen. */
export function addToList(
  queries: QueryClient,
  place: FilePlace,
  added: { kind: 'images'; file: ImageView } | { kind: 'documents'; file: DocumentView },
): void {
  type Items = { items: (ImageView | DocumentView)[]; usedBytes: number };
  queries.setQueryData<Items>(fileListKey(added.kind, place), (list) =>
    !list || list.items.some(({ id }) => id === added.file.id)
      ? list
      : {
          ...list,
          items: [...list.items, added.file],
          usedBytes: list.usedBytes + added.file.sizeBytes,
        },
  );
}

/** Everything the page shows of a thing's files, and of the thing itself. */
export function refreshFiles(queries: QueryClient, { owner, ownerId }: FilePlace): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['files', owner, ownerId] }),
    queries.invalidateQueries({ queryKey: [owner] }),
  ]);
}

/** Changes of images, shown at once and put right by the answer. */
export function useImageChanges(place: FilePlace) {
  const queries = useQueryClient();
  const errorText = useErrorText();
  const queryKey = fileListKey('images', place);
  const settle = {
    onSuccess: (list: ImageList) => queries.setQueryData(queryKey, list),
    onError: (error: unknown) => notify('error', errorText(error)),
    onSettled: () => refreshFiles(queries, place),
  };
  const atOnce = async (change: (items: ImageView[]) => ImageView[]) => {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<ImageList>(queryKey, (list) => list && { ...list, items: change(list.items) });
  };
  const main = useMutation({
    mutationFn: (fileId: number) => call(markAsMain, { body: { ...place, fileId } }),
    onMutate: (fileId) => atOnce((items) => items.map((item) => ({ ...item, isMain: item.id === fileId }))),
    ...settle,
  });
  const arrange = useMutation({
    mutationFn: (fileIds: number[]) => call(arrangeImages, { body: { ...place, fileIds } }),
    onMutate: (fileIds) =>
      atOnce((items) => items.toSorted((a, b) => fileIds.indexOf(a.id) - fileIds.indexOf(b.id))),
    ...settle,
  });
  const visibility = useMutation({
    mutationFn: ({ fileId, visible }: { fileId: number; visible: boolean }) =>
      call(showImage, { body: { ...place, fileId, visible } }),
    onMutate: ({ fileId, visible }) =>
      atOnce((items) => items.map((item) => (item.id === fileId ? { ...item, visible } : item))),
    ...settle,
  });
  return { main, arrange, visibility };
}

/** Opens or closes a document for everybody. */
export function usePublishDocument(place: FilePlace) {
  const queries = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (change: { fileId: number; isPublic: boolean }) =>
      call(publishDocument, { body: { ...place, ...change } }),
    onSuccess: (list: DocumentList) => queries.setQueryData(fileListKey('documents', place), list),
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => refreshFiles(queries, place),
  });
}

export function useDeleteFile(place: FilePlace, onDeleted: () => void) {
  const queries = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (fileId: number) => call(deleteFile, { body: { ...place, fileId } }),
    onSuccess: async () => {
      await refreshFiles(queries, place);
      onDeleted();
    },
    onError: (error) => {
      notify('error', errorText(error));
      return refreshFiles(queries, place);
    },
  });
}
