import { MyAuctions as Auctions } from '#client/features/applications/my-auctions.tsx';

/** /profile/my-auctions: auctions one takes part in now. */
export default function MyAuctions() {
  return <Auctions />;
}
