import { KeysPage } from '#client/features/e-signature/keys-page.tsx';

/** /profile/e-signature-keys: keys the person signs with. */
export default function ESignatureKeys() {
  return <KeysPage />;
}
