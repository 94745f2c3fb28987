import { SessionsList } from '#client/features/profile/sessions-list.tsx';

/** /profile/sessions: where the person is signed in. */
export default function Sessions() {
  return <SessionsList />;
}
