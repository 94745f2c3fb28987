import type { Me } from '#shared/api/site/auth.ts';
import { ChooseSide } from './choose-side.tsx';
import { ShowFactor } from './show-factor.tsx';

/** What staff do before their roles open: show a second factor, or stop trading. */
export default function StaffRequirements({ me, returnTo }: { me: Me; returnTo: string }) {
  return me.withheldRoles ? (
    <ShowFactor returnTo={returnTo} />
  ) : (
    <ChooseSide offered={me.offeredRoles ?? []} />
  );
}
