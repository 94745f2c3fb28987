import { NotificationSettings } from '#client/features/notification-settings/notification-settings.tsx';

/** /profile/notification-settings: what reaches the person beside the inbox. */
export default function NotificationSettingsScreen() {
  return <NotificationSettings />;
}
