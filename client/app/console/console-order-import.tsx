import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ImportPage } from '#client/features/console/order-imports/import-page.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { NotFound } from '../lazy-route.ts';
import { readLotId } from '../screens/lot-id.ts';

const Sign = lazyDialog(
  async () => ({
    default: (await import('#client/features/cabinet/e-signature/sign-document.tsx')).SignDocument,
  }),
  ['e-signature'],
);

/** An import of lots, with the signing of the feature that owns it. The key: nothing of one import shows on another's page. */
export default function ConsoleOrderImport() {
  const { t } = useTranslation('console-order-imports');
  const id = readLotId(useParams().id);
  if (id === null) return <NotFound />;
  return <ImportPage key={id} importId={id} Sign={Sign} signTitle={t('signTitle', { number: id })} />;
}
