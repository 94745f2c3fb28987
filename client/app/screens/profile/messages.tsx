import { MessagesPage } from '#client/features/messages/messages-page.tsx';

/** /profile/messages: what the person was told. */
export default function Messages() {
  return <MessagesPage />;
}
