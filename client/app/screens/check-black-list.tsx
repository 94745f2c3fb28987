import { BlackListCheck } from '#client/features/checks/black-list-check.tsx';

/** /check-black-list: is somebody barred from auctions. */
export default function CheckBlackList() {
  return <BlackListCheck />;
}
