/** Files that people upload: photos and documents of things other domains own. */
export { filesModule } from './module.ts';
export { createFileStore } from './create-file-store.ts';
export { PUBLIC_FOLDER } from './file-views.ts';
export type { FileOwnerKind, FileTarget, FileViewer } from './file-owner.ts';
export { createStoredObjects, type StoredObjects } from './stored-objects.ts';
export type { FilesService, Upload } from './files-service.ts';
