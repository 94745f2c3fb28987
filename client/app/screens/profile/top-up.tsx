import { TopUpPage } from '#client/features/top-up/top-up-page.tsx';

/** /profile/top-up: money onto the balance. */
export default function TopUp() {
  return <TopUpPage />;
}
