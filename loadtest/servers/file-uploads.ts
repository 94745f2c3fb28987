import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { createFileStore } from '#server/domains/content/files/index.ts';
import { createFolderStorage } from '#server/integrations/file-storage/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';

/** Takes files of an owner and a sender of their own each: the product's uploads without people. */
export function serveUploads(db: AnyDb, folder: string, logger: Logger) {
  const files = createFileStore({
    db,
    logger,
    crashAt: null,
    scanner: null,
    onUpload: () => undefined,
    bytesPerSecond: 8 * 1024 * 1024,
    quota: null,
    inspectionTime: null,
    incomingFolder: path.join(folder, 'uploads'),
    storage: createFolderStorage(path.join(folder, 'stored')),
  });
  files.registerOwner({
    name: 'load',
    access: () => Promise.resolve('owner'),
    lockForChange: () => Promise.resolve(),
    touched: () => Promise.resolve(),
  });
  let ownerId = 0;
  return {
    async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
      ownerId += 1;
      const upload = {
        owner: 'load',
        ownerId,
        uploadId: randomUUID(),
        personId: `load-${ownerId}`,
        body: req,
        contentType: req.headers['content-type'],
        announcedBytes: Number(req.headers['content-length']),
        mustStillBeAllowed: () => Promise.resolve(),
      };
      try {
        await (req.url?.endsWith('?image') ? files.addImage(upload) : files.addDocument(upload));
        res.end('stored');
      } catch (error) {
        // Not retried: the generator counts it.
        res.writeHead(500).end(String(error));
      }
    },
    stop: () => files.stop(),
  };
}
