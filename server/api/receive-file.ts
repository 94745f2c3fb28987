import { readFile } from 'node:fs/promises';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { discardBody, type Call } from '#server/platform/http/index.ts';

/**
 * The file of a call of staff. It may arrive slowly: who lost the right meanwhile does nothing with it. An answer may come before the
 * end of the body: the rest of it is read away.
 */
export async function receiveFile<Answer>(
  call: Pick<Call, 'req' | 'res' | 'signedIn' | 'mustStillBeAllowed'>,
  files: Pick<FilesService, 'receive'>,
  limits: Parameters<FilesService['receive']>[1],
  use: (file: string, name: string) => Promise<Answer>,
): Promise<Answer> {
  const { req, res } = call;
  try {
    return await files.receive(
      { personId: call.signedIn().personId, body: req, contentType: req.headers['content-type'] },
      limits,
      async ({ file, name }) => {
        await call.mustStillBeAllowed();
        return use(file, name);
      },
    );
  } finally {
    discardBody(req, res);
  }
}

/** The same for a file that is read whole. */
export const receiveBytes = <Answer>(
  call: Parameters<typeof receiveFile>[0],
  files: Parameters<typeof receiveFile>[1],
  limits: Parameters<typeof receiveFile>[2],
  use: (bytes: Buffer, name: string) => Promise<Answer>,
): Promise<Answer> => receiveFile(call, files, limits, async (file, name) => use(await readFile(file), name));
