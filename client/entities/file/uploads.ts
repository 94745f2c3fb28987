import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  addDocument,
  addImage,
  arrangeImages,
  documentList,
  imageList,
  markAsMain,
  type DocumentView,
  type ImageList,
  type ImageView,
} from '#shared/api/cabinet/files.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { useSession } from '#client/lib/session.ts';
import { forgetFile, heldFiles, holdFile, inOnePage, isHeld } from '#client/lib/upload/held-files.ts';
import { createLeaveQuestion } from '#client/lib/upload/leave-question.ts';
import { sendFile } from '#client/lib/upload/send-file.ts';
import {
  createUploadQueue,
  type NewUpload,
  type Upload,
  type UploadQueue,
} from '#client/lib/upload/upload-queue.ts';
import { addToList, fileListKey, refreshFiles, type FileKind, type FilePlace } from './file-queries.ts';

export type FileUpload = Upload<FileKind>;

/** A browser that has not written a file down by then sends it all the same. */
const HOLD_LIMIT_MS = 5_000;

async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const ended = await Promise.race([work.then(() => true), limit]);
  clearTimeout(timer);
  return ended;
}

interface Uploads {
  queue: UploadQueue<FileKind>;
  /**
   * Writes files down and sends them. One that is shown as on its way outlives the page; where the browser does not allow
   * that, it asks before the page is left.
   */
  add: (kind: FileKind, files: readonly File[]) => void;
  /** The person has put the images into an order of their own: the order of choosing no longer counts. */
  forgetOrder: () => void;
  /** The person has chosen a main image: it stays the main one. */
  keepMain: () => void;
}

/** They go on while the person looks at other pages of the site. */
const all = new WeakMap<QueryClient, Map<string, Uploads>>();

const CALLS = {
  images: { add: addImage, list: imageList },
  documents: { add: addDocument, list: documentList },
} as const;

/** Images that were chosen together, in the order of choosing: two at a time, they may arrive in another one. */
export function chosenOrder(images: readonly ImageView[], chosen: readonly string[]): number[] | null {
  const rank = (image: ImageView) => chosen.indexOf(image.uploadId);
  const mine = images.filter((image) => rank(image) >= 0);
  const wanted = mine.toSorted((a, b) => rank(a) - rank(b));
  if (wanted.every((image, i) => image === mine[i])) return null;
  const next = wanted.values();
  return images.map((image) => (rank(image) >= 0 ? next.next().value! : image).id);
}

function create(queries: QueryClient, place: FilePlace, holdAs: string): Uploads {
  /** Upload ids of images in the order of choosing. */
  let chosen: string[] = [];
  let mainChosen = false;
  /** Of each upload of this page, by its id: called when it need not be sent any more. */
  const forgotten = new Map<string, () => void>();
  /** Files put into the list on screen so far. */
  let addedCount = 0;
  const leaving = createLeaveQuestion();

  /** What the server has now, which the page then shows as well. */
  async function readList(kind: FileKind) {
    const addedBefore = addedCount;
    const list = await call(CALLS[kind].list, { query: place });
    // One that was added meanwhile may be missing in it.
    if (addedCount === addedBefore) queries.setQueryData(fileListKey(kind, place), list);
    return list;
  }

  async function send(upload: FileUpload, options: Parameters<typeof sendFile>[2]): Promise<void> {
    const { kind, uploadId, file } = upload;
    const query = new URLSearchParams({ owner: place.owner, ownerId: String(place.ownerId), uploadId });
    const answer = await sendFile(`${CALLS[kind].add.path}?${query.toString()}`, file, options);
    const stored = (answer as { file?: unknown } | null)?.file;
    // A page of some proxy in place of the answer: the list tells whether the file is there.
    if (!stored) throw new ApiError(200, 'unreadable', '');
    await queries.cancelQueries({ queryKey: fileListKey(kind, place) });
    addedCount += 1;
    if (kind === 'images') addToList(queries, place, { kind, file: stored as ImageView });
    else addToList(queries, place, { kind, file: stored as DocumentView });
  }

  async function putInOrder(): Promise<void> {
    const order = chosen;
    chosen = [];
    if (order.length < 2) return;
    try {
      let list = (await readList('images')) as ImageList;
      const fileIds = chosenOrder(list.items, order);
      if (fileIds) list = await call(arrangeImages, { body: { ...place, fileIds } });
      const ofOrder = list.items.filter(({ uploadId }) => order.includes(uploadId));
      const [first] = list.items;
      // The server takes the first to arrive for the main one; people mean the first they chose.
      if (
        !mainChosen &&
        first &&
        first === ofOrder[0] &&
        !first.isMain &&
        ofOrder.some(({ isMain }) => isMain)
      )
        list = await call(markAsMain, { body: { ...place, fileId: first.id } });
      queries.setQueryData(fileListKey('images', place), list);
    } catch (error) {
      // Not retried: they are all there, in the order of their arrival, which the person can change.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  const queue = createUploadQueue<FileKind>({
    send,
    arrived: async (kind) =>
      new Set((await readList(kind)).items.map(({ uploadId }: { uploadId: string }) => uploadId)),
    forget: (uploadId) => forgotten.get(uploadId)?.(),
    idle: () => void putInOrder().then(() => refreshFiles(queries, place)),
  });
  window.addEventListener('online', queue.resume);

  /**
   * Sends a file as the only page of this browser that does so, until it has arrived or is given up.
   * @param prepare resolves with whether it is to be sent
   */
  const sendHere = (upload: NewUpload<FileKind>, prepare: () => Promise<boolean>): Promise<void> =>
    inOnePage(upload.uploadId, async () => {
      const { uploadId, kind } = upload;
      if (await prepare()) {
        const done = new Promise<void>((resolve) => forgotten.set(uploadId, resolve));
        if (kind === 'images') chosen.push(uploadId);
        queue.add([upload]);
        await done;
        forgotten.delete(uploadId);
      }
      leaving.end(uploadId);
      await forgetFile(uploadId);
    });

  async function restore(): Promise<void> {
    for (const { uploadId, kind, file } of await heldFiles(holdAs)) {
      const upload = { uploadId, kind: kind === 'images' ? 'images' : 'documents', file } as const;
      // The page that had it may have sent it meanwhile.
      void sendHere({ ...upload, doubtful: true }, () => isHeld(uploadId));
    }
  }
  void restore();

  /** Each is written down before it is shown: what a person sees on its way is not lost with the page. */
  async function takeIn(kind: FileKind, files: readonly File[]): Promise<void> {
    const uploads = files.map((file) => ({ uploadId: crypto.randomUUID(), kind, file }));
    for (const { uploadId } of uploads) leaving.begin(uploadId);
    let limitMs = HOLD_LIMIT_MS;
    for (const upload of uploads)
      await new Promise<void>((prepared) => {
        const hold = async () => {
          const holding = holdFile({ ...upload, place: holdAs });
          void holding.then((isSafe) => isSafe && leaving.end(upload.uploadId));
          // Where one is not written down in time, the next ones do not wait for that again.
          if (!(await endsWithin(holding, limitMs))) limitMs = 0;
          prepared();
          return true;
        };
        void sendHere(upload, hold);
      });
  }

  return {
    queue,
    add: (kind, files) => void takeIn(kind, files),
    forgetOrder: () => void (chosen = []),
    keepMain: () => void (mainChosen = true),
  };
}

function uploadsOf(queries: QueryClient, place: FilePlace, userName: string): Uploads {
  const places = all.get(queries) ?? new Map<string, Uploads>();
  all.set(queries, places);
  const key = `${userName}:${place.owner}:${place.ownerId}`;
  const there = places.get(key) ?? create(queries, place, key);
  places.set(key, there);
  return there;
}

/** Files of one place on their way; the component is drawn again with each step of theirs. */
export function useUploads(place: FilePlace) {
  const queries = useQueryClient();
  const userName = useSession((state) => state.user?.user_name ?? '');
  const uploads = uploadsOf(queries, place, userName);
  const pending = useSyncExternalStore(uploads.queue.subscribe, uploads.queue.read);
  return { ...uploads, pending };
}
