import type { SiteBanner } from '#shared/api/site/site.ts';
import { Banners } from './banners.tsx';
import { ProfileReminder } from './profile-reminder.tsx';

/** What few pages have beside their screen, in one file that the others do not load: banners, and what a profile lacks. */
export default function Notices({ banners = [] }: { banners?: readonly SiteBanner[] | undefined }) {
  return (
    <>
      <Banners banners={banners} />
      <ProfileReminder />
    </>
  );
}
