import { ContractsPage } from '#client/features/e-signature/contracts-page.tsx';

/** /profile/contracts: the offer, the service contract and what was signed. */
export default function Contracts() {
  return <ContractsPage />;
}
