import { PUBLIC_FOLDER, type FilesService, type Upload } from '#server/domains/content/files/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import {
  addressOf,
  discardBody,
  networkOf,
  registerContract,
  sendReply,
  storedFileReply,
  type Call,
  type HttpApp,
} from '#server/platform/http/index.ts';
import {
  addDocument,
  addImage,
  arrangeImages,
  deleteFile,
  documentFile,
  documentList,
  imageFile,
  imageList,
  markAsMain,
  originalFile,
  publishDocument,
  showImage,
} from '#shared/api/cabinet/files.ts';

/** The name of a public size is the hash of its content: it never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
const NOT_STORED = 'private, no-store';

const PUBLIC_NAME = /^([0-9a-f]{32})\.webp$/;

export function registerFileRoutes(app: HttpApp, files: FilesService): void {
  registerUploads(app, files);
  registerChanges(app, files);

  registerContract(app, imageList, (call) => files.images(call.query, call.signedIn()));
  registerContract(app, documentList, (call) => files.documents(call.query, call.signedIn()));
  registerContract(app, imageFile, async (call) => {
    const { fileId, width } = call.params;
    return storedFileReply(call.req, await files.image(fileId, width, call.signedIn()), NOT_STORED);
  });
  registerContract(app, documentFile, async (call) =>
    storedFileReply(call.req, await files.document(call.params.fileId, call.person), NOT_STORED),
  );
  registerContract(app, originalFile, async (call) =>
    storedFileReply(call.req, await files.original(call.params.fileId, call.signedIn()), NOT_STORED),
  );
  app.api.get(`${PUBLIC_FOLDER}/:file`, async (req, res) => {
    const name = PUBLIC_NAME.exec(req.params.file)?.[1];
    const avif = /\bimage\/avif\b/.test(req.headers.accept ?? '');
    const network = networkOf(addressOf(req, app.proxyHops));
    const image = name ? await files.publicImage(name, network, { avif }) : null;
    if (!image) throw notFound();
    res.vary('Accept');
    sendReply(app, req, res, await storedFileReply(req, image, FOREVER));
  });
}

function registerUploads(app: HttpApp, files: FilesService): void {
  registerContract(app, addImage, (call) => receive(call, files, (upload) => files.addImage(upload)));
  registerContract(app, addDocument, (call) => receive(call, files, (upload) => files.addDocument(upload)));
}

/** An answer may come before the end of the body: the rest of it is read away. */
async function receive<Answer>(
  call: Call<typeof addImage | typeof addDocument>,
  files: Pick<FilesService, 'mustSeeAll'>,
  add: (upload: Upload) => Promise<Answer>,
): Promise<Answer> {
  const { req, res } = call;
  const announced = Number(req.headers['content-length']);
  try {
    await files.mustSeeAll(call.query, call.signedIn());
    return await add({
      ...call.query,
      personId: call.signedIn().personId,
      body: req,
      contentType: req.headers['content-type'],
      announcedBytes: Number.isSafeInteger(announced) ? announced : undefined,
      mustStillBeAllowed: () => call.mustStillBeAllowed(),
    });
  } finally {
    discardBody(req, res);
  }
}

function registerChanges(app: HttpApp, files: FilesService): void {
  registerContract(app, markAsMain, async (call) => {
    await files.mustSeeAll(call.body, call.signedIn());
    await files.markAsMain(call.body, call.body.fileId, call.signedIn().personId);
    return files.images(call.body, call.signedIn());
  });
  registerContract(app, arrangeImages, async (call) => {
    await files.mustSeeAll(call.body, call.signedIn());
    await files.arrange(call.body, call.body.fileIds, call.signedIn().personId);
    return files.images(call.body, call.signedIn());
  });
  registerContract(app, showImage, async (call) => {
    await files.mustSeeAll(call.body, call.signedIn());
    await files.show(call.body, call.body.fileId, call.body.visible, call.signedIn().personId);
    return files.images(call.body, call.signedIn());
  });
  registerContract(app, publishDocument, async (call) => {
    await files.mustSeeAll(call.body, call.signedIn());
    await files.publishDocument(call.body, call.body.fileId, call.body.isPublic, call.signedIn().personId);
    return files.documents(call.body, call.signedIn());
  });
  registerContract(app, deleteFile, async (call) => {
    await files.mustSeeAll(call.body, call.signedIn());
    return { deleted: await files.remove(call.body, call.body.fileId, call.signedIn().personId) };
  });
}
