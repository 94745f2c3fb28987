import { OrderCreate } from '#client/features/cabinet/orders/order-create.tsx';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';

const PARTS = {
  Card: lazyScreen(
    async () => ({ default: (await import('#client/features/site/lots/card/card-preview.tsx')).CardPreview }),
    ['card', 'map'],
  ),
  Sign: lazyDialog(
    async () => ({
      default: (await import('#client/features/cabinet/e-signature/sign-document.tsx')).SignDocument,
    }),
    ['e-signature'],
  ),
};

/** /order-create: the form of an order, with the card and the signing of the features that own them. */
export default function OrderCreateScreen() {
  return <OrderCreate parts={PARTS} />;
}
