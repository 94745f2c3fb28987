import { z } from 'zod';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';

/** What changes of files refuse. */
const CHANGING_FILES = {
  404: ['not-found'],
  409: [
    'bars.decided',
    'conflict',
    'hand-overs.over',
    'number-claims.decided',
    'order-state',
    'protests.files-closed',
    'result-cancellations.over',
  ],
} as const;

/** Things whose files people upload; each is registered by the domain that owns it. */
const FILE_OWNERS = [
  'order',
  'lot',
  'protest',
  'result-cancellation',
  'hand-over',
  'bar-proposal',
  'number-claim',
  'news',
  'partner',
] as const;
export type FileOwnerName = (typeof FILE_OWNERS)[number];

const MIB = 1024 * 1024;

/** Images of one owner (specification, sections 5 and 9). The minimum is required when an order is sent, not before. */
export const IMAGE_LIMITS = {
  minCount: 3,
  count: 20,
  totalBytes: 20 * MIB,
  /** One image may fill the whole set. */
  fileBytes: 20 * MIB,
  /** Width times height. */
  pixels: 50_000_000,
} as const;

/** Documents of one owner (specification, sections 5 and 9). */
export const DOCUMENT_LIMITS = {
  minCount: 0,
  count: 20,
  totalBytes: 20 * MIB,
  fileBytes: 10 * MIB,
} as const;

/** Accepted content and the endings of its file names; the first ending is given to a file whose name has another of these. */
export const IMAGE_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
} as const;
export const DOCUMENT_TYPES = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
} as const;
export type ImageType = keyof typeof IMAGE_TYPES;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** Widths of the sizes made of each image, in pixels; an image is never enlarged. */
export const IMAGE_WIDTHS = [320, 800, 1600] as const;
/** Letters of the longest name that is stored. */
export const FILE_NAME_MAX = 120;

/** Reasons why a file is refused; each has a text under `errors:files`. */
export const FILE_REFUSALS = [
  'files.empty',
  'files.too-large',
  'files.too-many',
  'files.set-too-large',
  'files.unsupported-type',
  'files.wrong-ending',
  'files.mixed-content',
  'files.damaged',
  'files.too-many-pixels',
  'files.too-slow',
  'files.too-complex',
  'files.encrypted',
  'files.active-content',
  'files.external-content',
  'files.ambiguous-content',
  'files.infected',
  'files.not-one-file',
  'files.upload-id-used',
] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

const sizeSchema = z.object({ url: z.string(), width: z.int().min(1), height: z.int().min(1) });
/** A picture of one width, as `srcset` takes it. */
export type ImageSize = z.infer<typeof sizeSchema>;

const stored = {
  id: z.int(),
  /** Made by the client, one for each file it sends. */
  uploadId: uuid,
  /** As people see it; its ending is that of the content. */
  name: z.string(),
  /** Bytes of the original. */
  sizeBytes: z.int(),
  createdAtMs: z.int(),
};

const imageSchema = z.object({
  ...stored,
  type: z.enum(Object.keys(IMAGE_TYPES) as [ImageType, ...ImageType[]]),
  /** Of the original after it was turned upright, in pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** A `data:` URL of a tiny picture to show until the real one is there; at most 600 bytes. */
  blur: z.string(),
  /** Narrowest first, 1 to 3 of them. */
  sizes: z.array(sizeSchema).min(1),
  isMain: z.boolean(),
  /** Shown to participants; others are for the owner and staff. */
  visible: z.boolean(),
  /** From 0, without gaps. */
  position: z.int().min(0),
});
export type ImageView = z.infer<typeof imageSchema>;

export const documentSchema = z.object({
  ...stored,
  type: z.enum(Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]]),
  /** Served as an attachment, to those who may read it. */
  url: z.string(),
  /** Readable by anyone once the owner is public. */
  isPublic: z.boolean(),
});
export type DocumentView = z.infer<typeof documentSchema>;

const limitsSchema = z.object({
  minCount: z.int(),
  count: z.int(),
  totalBytes: z.int(),
  fileBytes: z.int(),
});
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), usedBytes: z.int(), limits: limitsSchema });
const imageListSchema = listOf(imageSchema);
export type ImageList = z.infer<typeof imageListSchema>;
const documentListSchema = listOf(documentSchema).extend({
  /** Whether uploads are scanned for malware here; who opens a document should know. */
  scanned: z.boolean(),
});
export type DocumentList = z.infer<typeof documentListSchema>;

const mine = { tag: 'files', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const owner = z.enum(FILE_OWNERS);
const inQuery = { owner, ownerId: idField };
const inBody = { owner, ownerId: z.int().min(1) };
const fileId = z.int().min(1);

/**
 * The body is `multipart/form-data` with exactly one file, in a field named `file`. Sent again with the same `uploadId`, also
 * after a lost answer, it stores nothing and answers with the file that is there and `repeated: true`.
 */
const upload = { ...mine, method: 'post', upload: true } as const;
const uploadQuery = z.object({ ...inQuery, uploadId: uuid });

export const addImage = contract({
  ...upload,
  name: 'file.images-add',
  refusals: {
    404: ['not-found'],
    409: [
      'bars.decided',
      'conflict',
      'files.upload-id-used',
      'hand-overs.over',
      'number-claims.decided',
      'order-state',
      'protests.files-closed',
      'result-cancellations.over',
    ],
    422: ['files.damaged', 'files.infected', 'files.too-many'],
  },
  path: '/api/shop/file/images/add',
  summary: 'Upload one image (JPEG, PNG or WebP); safe to repeat with the same uploadId',
  query: uploadQuery,
  answer: z.object({ file: imageSchema, repeated: z.boolean() }),
});

export const addDocument = contract({
  ...upload,
  name: 'file.documents-add',
  refusals: {
    404: ['not-found'],
    409: [
      'bars.decided',
      'conflict',
      'files.upload-id-used',
      'hand-overs.over',
      'number-claims.decided',
      'order-state',
      'protests.files-closed',
      'result-cancellations.over',
    ],
    422: ['files.damaged', 'files.infected', 'files.too-many'],
  },
  path: '/api/shop/file/documents/add',
  summary: 'Upload one document (PDF, DOCX, XLSX, JPEG or PNG); safe to repeat with the same uploadId',
  query: uploadQuery,
  answer: z.object({ file: documentSchema, repeated: z.boolean() }),
});

export const imageList = contract({
  ...mine,
  name: 'file.images',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/file/images',
  summary: 'Images in their order',
  query: z.object(inQuery),
  answer: imageListSchema,
});

export const documentList = contract({
  ...mine,
  name: 'file.documents',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/file/documents',
  summary: 'Documents, first uploaded first',
  query: z.object(inQuery),
  answer: documentListSchema,
});

export const markAsMain = contract({
  ...mine,
  name: 'file.images-mark-as-main',
  refusals: CHANGING_FILES,
  method: 'post',
  path: '/api/shop/file/images/mark-as-main',
  summary: 'Make an image the main one; repeating changes nothing',
  body: z.strictObject({ ...inBody, fileId }),
  answer: imageListSchema,
});

export const arrangeImages = contract({
  ...mine,
  name: 'file.images-arrange',
  refusals: CHANGING_FILES,
  method: 'post',
  path: '/api/shop/file/images/arrange',
  summary: 'Put the images into this order; those not named follow in the order they had',
  body: z.strictObject({ ...inBody, fileIds: z.array(fileId).min(1).max(IMAGE_LIMITS.count) }),
  answer: imageListSchema,
});

export const showImage = contract({
  ...mine,
  name: 'file.images-show',
  refusals: CHANGING_FILES,
  method: 'post',
  path: '/api/shop/file/images/show',
  summary: 'Show an image to participants, or to the owner and staff alone',
  body: z.strictObject({ ...inBody, fileId, visible: z.boolean() }),
  answer: imageListSchema,
});

export const publishDocument = contract({
  ...mine,
  name: 'file.documents-publish',
  refusals: CHANGING_FILES,
  method: 'post',
  path: '/api/shop/file/documents/publish',
  summary: 'Let anyone read a document once its owner is public, or only those who may',
  body: z.strictObject({ ...inBody, fileId, isPublic: z.boolean() }),
  answer: documentListSchema,
});

export const deleteFile = contract({
  ...mine,
  name: 'file.delete',
  refusals: CHANGING_FILES,
  method: 'post',
  path: '/api/shop/file/delete',
  summary: 'Delete an image or a document; deleting what is gone changes nothing',
  body: z.strictObject({ ...inBody, fileId }),
  answer: z.object({ deleted: z.boolean() }),
});

/** Path of one width of an image that is not public. */
export const privateImagePath = (id: number, width: number): string =>
  `/api/shop/file/picture/${id}/${width}`;
/** Path of a document. */
export const documentPath = (id: number): string => `/api/shop/file/document/${id}`;

export const imageFile = contract({
  ...mine,
  name: 'file.picture',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/file/picture/:fileId/:width',
  summary: 'One width of an image, for those who may see it',
  rateLimit: { perMinute: 600 },
  params: z.object({ fileId: idField, width: wholeNumber(1, 1600) }),
  file: ['image/*'],
  answer: z.unknown(),
});

export const documentFile = contract({
  ...mine,
  name: 'file.document',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/file/document/:fileId',
  summary: 'A document as an attachment, for those who may read it; byte ranges are served',
  access: 'public',
  params: z.object({ fileId: idField }),
  file: ['*/*'],
  answer: z.unknown(),
});

export const originalFile = contract({
  ...mine,
  name: 'console.file-original',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/files/:fileId/original',
  summary: 'An uploaded file exactly as it was sent, as an attachment; byte ranges are served',
  access: { roles: STAFF_RIGHTS.seeHiddenPhotos },
  params: z.object({ fileId: idField }),
  file: ['*/*'],
  answer: z.unknown(),
});

export const fileContracts = [
  addImage,
  addDocument,
  imageList,
  documentList,
  markAsMain,
  arrangeImages,
  showImage,
  publishDocument,
  deleteFile,
  imageFile,
  documentFile,
  originalFile,
];
