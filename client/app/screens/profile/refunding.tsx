import { RefundingPage } from '#client/features/refunding/refunding-page.tsx';

/** /profile/refunding: applications for money back. */
export default function Refunding() {
  return <RefundingPage />;
}
