import { tooLarge } from '#server/platform/errors/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  problemText,
  type Importer,
  type OrderImportsService,
} from '#server/domains/trade/order-imports/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import {
  cancelOrderImport,
  mapOrderImport,
  orderImport,
  orderImportColumns,
  orderImportPhotos,
  orderImportRows,
  orderImports,
  prepareOrderImport,
  refusedOrderImportRows,
  startOrderImport,
  uploadOrderImport,
  uploadOrderImportPhotos,
} from '#shared/api/cabinet/order-imports.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import { receiveFile } from '../receive-file.ts';

/** An archive of photos over an ordinary line of an office. */
const PHOTOS_MS = 60 * 60_000;

type SignedInCall = Pick<Call, 'signedIn' | 'address'>;

function importerOf(call: SignedInCall): Importer {
  const { personId, roles } = call.signedIn();
  return { personId, address: call.address, acts: hasRight(roles, 'importOrders') };
}

/** Imports of lots by staff. */
export function registerOrderImportRoutes(
  app: HttpApp,
  {
    imports,
    files,
    texts,
  }: {
    imports: OrderImportsService;
    files: Pick<FilesService, 'receive'>;
    texts: Pick<Texts, 'text'>;
  },
): void {
  registerContract(app, orderImports, (call) => imports.list(call.query, importerOf(call)));
  registerContract(app, uploadOrderImport, (call) =>
    receiveFile(
      call,
      files,
      { fileBytes: ORDER_IMPORT_LIMITS.fileBytes, tooLarge: () => tooLarge('order-imports.too-large') },
      async (file, name) => ({
        importId: await imports.upload(file, name, call.query.personId, importerOf(call)),
      }),
    ),
  );
  registerContract(app, uploadOrderImportPhotos, (call) =>
    receiveFile(
      call,
      files,
      {
        fileBytes: ORDER_IMPORT_LIMITS.photosBytes,
        tooLarge: () => tooLarge('order-imports.photos-too-large'),
        wholeMs: PHOTOS_MS,
      },
      (file, name) => imports.addPhotos(call.query.importId, file, name, importerOf(call)),
    ),
  );
  registerContract(app, orderImport, (call) => imports.one(call.params.importId, importerOf(call)));
  registerContract(app, orderImportRows, (call) => imports.rows(call.params.importId, call.query));
  registerContract(app, refusedOrderImportRows, (call) =>
    imports.refusedRows(call.params.importId, (problem) =>
      problemText(problem, (key, values) => texts.text(call.language, key, values)),
    ),
  );
  registerContract(app, orderImportPhotos, (call) => imports.refusedPhotos(call.params.importId, call.query));
  registerContract(app, orderImportColumns, (call) => imports.columns(call.params.importId));
  registerContract(app, mapOrderImport, (call) =>
    imports.map(call.params.importId, call.body.columns, importerOf(call)),
  );
  registerContract(app, prepareOrderImport, async (call) => {
    const request = await imports.prepare(call.params.importId, importerOf(call), call.language);
    return {
      requestId: request.id,
      documentBase64: request.document.toString('base64'),
      expiresAt: request.expiresAt.toISOString(),
    };
  });
  registerContract(app, startOrderImport, (call) =>
    imports.start(call.params.importId, call.body.signature, importerOf(call)),
  );
  registerContract(app, cancelOrderImport, (call) => imports.cancel(call.params.importId, importerOf(call)));
}
