import { screen } from '@testing-library/react';
import type { OrderParts } from '#client/features/cabinet/orders/check/check-step.tsx';
import { OrderCreate } from '#client/features/cabinet/orders/order-create.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { DocumentView, ImageView } from '#shared/api/cabinet/files.ts';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import { serve, show, type Answers } from './page.tsx';

export const LIST = 'GET /api/shop/order/list';
export const ACCESS = 'GET /api/shop/common/action/access';
export const CREATE = 'POST /api/shop/order/create-order';
export const IMAGES = 'GET /api/shop/file/images';
export const DOCUMENTS = 'GET /api/shop/file/documents';

export const SAVE = 'POST /api/shop/order/save-details';
export const DO_ACT = 'POST /api/shop/order-action/do-act';
export const DO_ACT_RES = 'POST /api/shop/order-action/do-act-res';

export const order = (id: number, version = 1, status: OrderDetails['order']['status'] = 'created') => ({
  id,
  version,
  status,
  createdAtMs: Date.UTC(2026, 10, 20, 5),
  changedAtMs: Date.UTC(2026, 10, 21, 7, 31, 5),
});
export const row = (id: number) => ({
  ...order(id),
  progress: 1,
  title: null,
  orderType: null,
  tradeType: null,
  ruleSet: null,
  startPriceTiyin: null,
  openRemarks: 0,
  lots: { count: 0, last: null },
});
export const details = (id: number, given: Partial<OrderDetails> = {}): OrderDetails => ({
  order: order(id),
  progress: 1,
  fields: {},
  problems: [],
  warnings: [],
  steps: [],
  remarks: [],
  duplicates: [],
  imageCount: 0,
  documentCount: 0,
  paymentDays: null,
  ...given,
});
export const saved = (version: number, given: Partial<OrderDetails> = {}) => ({
  body: {
    version,
    savedAtMs: Date.now(),
    problems: [],
    warnings: [],
    steps: [],
    paymentDays: null,
    ...given,
  },
});
export const refusal = (status: number, code: string) => ({
  status,
  body: { ERROR: { code, message: 'No.', details: { version: 9 } } },
});
export const get = (id: number) => `GET /api/shop/order/get-order/${id}`;
export const listOf = (...items: object[]) => ({ body: { items, total: items.length, page: 1, size: 5 } });
/** The card and the signing are other features': here they say what they were given. */
const parts: OrderParts = {
  Card: ({ lot }) => <p>card of {lot.title.en}</p>,
  Sign: ({ opened, make, onSigned, onClose }) => {
    const sign = async () => {
      const { finish } = await make();
      if ((await finish('pkcs7'.repeat(10))).outcome === 'done') onSigned();
      onClose();
    };
    return opened ? (
      <button type="button" onClick={() => void sign()}>
        sign it
      </button>
    ) : null;
  },
};
export const files = (...items: object[]) => ({
  body: { items, usedBytes: 1024, limits: { minCount: 3, count: 20, totalBytes: 1, fileBytes: 1 } },
});
export const image = (id: number, given: Partial<ImageView> = {}) => ({
  id,
  uploadId: crypto.randomUUID(),
  name: `photo-${id}.jpg`,
  sizeBytes: 2048,
  createdAtMs: 0,
  type: 'image/jpeg',
  width: 1600,
  height: 1200,
  blur: 'data:,',
  position: id - 1,
  sizes: [{ url: `/p/${id}/320`, width: 320, height: 240 }],
  isMain: id === 1,
  visible: true,
  ...given,
});
export const paper = (id: number): DocumentView => ({
  id,
  uploadId: crypto.randomUUID(),
  name: 'Kadastr.pdf',
  sizeBytes: 2048,
  createdAtMs: 0,
  type: 'application/pdf',
  url: `/api/shop/file/document/${id}`,
  isPublic: false,
});

export const address = () => screen.getByTestId('address').textContent;

export function open(answers: Answers, at = '/order-create') {
  const asked = serve(answers);
  const drawn = show(
    <>
      <OrderCreate parts={parts} />
      <Toasts />
    </>,
    at,
  );
  return {
    asked,
    unmount: drawn.unmount,
    bodies: (path: string) =>
      asked.filter((each) => `${each.method} ${each.path}` === path).map(({ body }) => body),
  };
}

/** A signed-in person with an English page, and nothing left of the person before. */
export async function signInToForm() {
  await startI18n();
  await switchLanguage('en');
  useSession.setState({
    user: { name: 'Aziza', user_name: crypto.randomUUID(), percentage: 100 },
    me: null,
    known: true,
    trouble: null,
  });
}
