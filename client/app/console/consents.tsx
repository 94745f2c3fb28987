import { ConsoleConsents } from '#client/features/e-signature/console-consents.tsx';

/** /console/consents: versions of the offer and who signed them. */
export default function Consents() {
  return <ConsoleConsents />;
}
